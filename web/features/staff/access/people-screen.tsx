import { useState, useRef, type SyntheticEvent } from 'react'
import { peopleWords } from '#contract/messages/staff-access.ts'
import { screenNames } from '#contract/messages/staff.ts'
import { type StaffPerson, type StaffRole, invitePerson, staffRoles } from '#contract/schemas/staff-access.ts'
import { problemOf, readAnew, useCall, useSend, call, useSending } from '#web/features/staff/calls.ts'
import { Loaded, Panel, Problem, Screen } from '#web/features/staff/screen.tsx'
import { SureButton } from '#web/features/staff/controls.tsx'
import { ActionButton, SubmitButton } from '#web/ui/button.tsx'
import { type FieldError, fieldErrors } from '#contract/errors.ts'
import { CallError } from '#web/features/staff/session.ts'
import { failure } from '#web/lib/api.ts'
import { valuesIn } from '#web/lib/form.ts'
import { wordsOf } from '#web/lib/sentences.ts'
import { PlainSelect, Select, TextField } from '#web/ui/field.tsx'
import { enquiryForm } from '#contract/messages/en/enquiries.ts'

function changed(): void {
  readAnew('staff.list', 'staff.colleagues')
}

/** The people of the desk, for owners. */
export function PeopleScreen() {
  const [given, setGiven] = useState<Given>()
  const query = useCall('staff.list', {})
  function give(made: Given) {
    setGiven(made)
    changed()
  }
  return (
    <Screen title={screenNames.people}>
      <div className="stack">
        <Panel title={peopleWords.inviteTitle}>
          <p>{peopleWords.inviteText}</p>
          <InviteForm onInvited={give} />
          {given && <GivenLink key={given.link} {...given} />}
        </Panel>
        <Panel title={peopleWords.list}>
          <Loaded query={query}>
            {({ people }) => (
              <ul className="lines">
                {people.map((person) => (
                  <Person key={person.id} person={person} onLink={give} />
                ))}
              </ul>
            )}
          </Loaded>
        </Panel>
      </div>
    </Screen>
  )
}

interface PersonProps {
  person: StaffPerson
  onLink(given: Given): void
}

function Person({ person, onLink }: PersonProps) {
  const { id, name, email, role, state, passkeys, sessions } = person
  const params = { id }
  const link = useSend('staff.inviteAgain', ({ link }) => onLink({ name, link }))
  const end = useSend('staff.endSessions', changed)
  const change = useSend('staff.change', changed)
  const setDisabled = (disabled: boolean) => change.send({ params, body: { disabled } })
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p className="text-small">
          {email} · {peopleWords.states[state]} · {peopleWords.counts(passkeys, sessions)}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Role
          key={role}
          person={person}
          busy={change.busy}
          save={(chosen) => change.send({ params, body: { role: chosen } })}
        />
        {state !== 'disabled' && (
          <ActionButton
            {...namedFor(name, peopleWords.newLink)}
            busy={link.busy}
            onClick={() => link.send({ params })}
          />
        )}
        {sessions > 0 && (
          <ActionButton
            {...namedFor(name, peopleWords.endSessions)}
            busy={end.busy}
            onClick={() => end.send({ params })}
          />
        )}
        {state === 'disabled' ? (
          <ActionButton
            {...namedFor(name, peopleWords.enable)}
            busy={change.busy}
            onClick={() => setDisabled(false)}
          />
        ) : (
          <SureButton
            {...namedFor(name, peopleWords.disable)}
            sure={peopleWords.confirmDisable(name)}
            busy={change.busy}
            onSure={() => setDisabled(true)}
          />
        )}
      </div>
      <Problem>{problemOf(link, end, change)}</Problem>
    </li>
  )
}

/** The words of a button; who hears it alone is told whom it is for. */
function namedFor(name: string, words: string) {
  return { 'aria-label': peopleWords.actionFor(words, name), children: words }
}

interface RoleProps {
  person: StaffPerson
  busy: boolean
  save(role: StaffRole): void
}

function Role({ person, busy, save }: RoleProps) {
  const [role, setRole] = useState(person.role)
  return (
    <>
      <PlainSelect
        aria-label={peopleWords.roleOf(person.name)}
        value={role}
        choices={roleChoices}
        choose={(chosen) => setRole(chosen as StaffRole)}
      />
      {role !== person.role && (
        <ActionButton busy={busy} onClick={() => save(role)}>
          {peopleWords.saveRole}
        </ActionButton>
      )}
    </>
  )
}

const offered: StaffRole = 'recruiter'
const roleChoices = staffRoles.map((role) => [role, peopleWords.roles[role]] as const)

/** Who is to be invited; what is typed stays until the server has taken it. */
function InviteForm({ onInvited }: { onInvited(given: Given): void }) {
  const { busy, problem, errorOf, send } = useSending(async (form: HTMLFormElement) => {
    const given = await invited(form)
    form.reset()
    return given
  }, onInvited)
  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    send(event.currentTarget)
  }
  return (
    <form noValidate className="fit-[14rem] gap-3" onSubmit={submit}>
      <TextField label={peopleWords.name} name="name" autoComplete="off" error={errorOf('name')} />
      <TextField
        label={peopleWords.email}
        name="email"
        type="email"
        autoComplete="off"
        error={errorOf('email')}
      />
      <Select
        label={peopleWords.role}
        name="role"
        choices={[['', peopleWords.chooseRole], ...roleChoices]}
        defaultValue={offered}
        error={errorOf('role') && peopleWords.chooseRole}
      />
      <div className="self-end">
        <SubmitButton busy={busy}>{peopleWords.invite}</SubmitButton>
        <Problem>{problem}</Problem>
      </div>
    </form>
  )
}

/** Checks the form before the passkey is asked for. */
async function invited(form: HTMLFormElement): Promise<Given> {
  const read = invitePerson.safeParse(valuesIn(form, ['name', 'email', 'role']))
  if (!read.success) {
    const errors = errorsIn(read.error.issues)
    throw new CallError({ ...failure('', { reason: 'refused' }), errors })
  }
  const { link } = await call('staff.invite', { body: read.data })
  return { name: read.data.name, link }
}

/** What the schema names is said in English, as all of the desk. */
function errorsIn(issues: Parameters<typeof fieldErrors>[0]): FieldError[] {
  return fieldErrors(issues).map(({ field, message }) => ({
    field,
    message: wordsOf(message, { enquiryForm }),
  }))
}

/** A link that was just made, and whose. */
interface Given {
  name: string
  link: string
}

/** The link to hand over, once. */
function GivenLink({ name, link }: Given) {
  const input = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  async function copy() {
    input.current?.select()
    await navigator.clipboard.writeText(link).then(
      () => setCopied(true),
      () => undefined,
    )
  }
  return (
    <div role="status" className="flex flex-wrap items-end gap-2 [&>[data-field]]:flex-[1_1_16rem]">
      <TextField
        ref={input}
        label={peopleWords.link(name)}
        hint={peopleWords.linkHint}
        readOnly
        value={link}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <ActionButton onClick={() => void copy()}>
        {isCopied ? peopleWords.copied : peopleWords.copy}
      </ActionButton>
    </div>
  )
}
