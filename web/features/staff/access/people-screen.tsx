import { roleNames } from '#contract/messages/staff-access.ts'
import { useState, useRef } from 'react'
import * as z from 'zod/mini'
import type { FormFields } from '#contract/fields/field.ts'
import { peopleWords } from './words.ts'
import { screenNames } from '#contract/messages/staff.ts'
import { type StaffPerson, type StaffRole, invitePerson, staffRoles } from '#contract/schemas/staff-access.ts'
import { call, problemOf, refusalOf, useCall, useSend } from '#web/features/staff/calls.ts'
import { Loaded, Panel, Problem, Screen } from '#web/features/staff/screen.tsx'
import { SureButton } from '#web/features/staff/controls.tsx'
import { ActionButton, SubmitButton } from '#web/ui/button.tsx'
import { PlainSelect, TableField, TextField } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/form.tsx'
import { enquiryForm } from '#contract/messages/en/enquiries.ts'

/** The people of the desk, for owners. */
export function PeopleScreen() {
  const [given, setGiven] = useState<Given>()
  const query = useCall('staff.list', {})
  return (
    <Screen title={screenNames.people}>
      <div className="stack">
        <Panel title={peopleWords.inviteTitle}>
          <p>{peopleWords.inviteText}</p>
          <InviteForm onInvited={setGiven} />
          {given && <GivenLink key={given.link} {...given} />}
        </Panel>
        <Panel title={peopleWords.list}>
          <Loaded query={query}>
            {({ people }) => (
              <ul className="lines">
                {people.map((person) => (
                  <Person key={person.id} person={person} onLink={setGiven} />
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
  const end = useSend('staff.endSessions')
  const change = useSend('staff.change')
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

/** Returns a button's words with a name for screen readers that says whom it is for. */
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
const roleChoices = staffRoles.map((role) => [role, roleNames[role]] as const)

const { shape } = invitePerson
const inviteFields = {
  name: { schema: shape.name, input: { autoComplete: 'off' } },
  email: { schema: shape.email, input: { type: 'email', autoComplete: 'off' } },
  role: { schema: z.enum(staffRoles, peopleWords.chooseRole), input: { options: staffRoles } },
} satisfies FormFields
const { name, email, role: label, chooseRole: any } = peopleWords
const inviteForm = {
  name: { label: name },
  email: { label: email },
  role: { label, any, options: roleNames },
}

/** The schemas' sentences are in English, like all of the desk. */
const sentences: object = { enquiryForm }

/** Invites a person; what is typed stays until the server has accepted it. */
function InviteForm({ onInvited }: { onInvited(given: Given): void }) {
  const invite = useForm({
    fields: inviteFields,
    words: { inviteForm, ...sentences },
    defaultValues: { name: '', email: '', role: offered },
    send: (body) =>
      refusalOf(async () => {
        const { link } = await call('staff.invite', { body })
        invite.form.reset()
        onInvited({ name: body.name, link })
      }),
  })
  return (
    <form {...invite.props} className="fit-[14rem] gap-3">
      {invite.names.map((field) => (
        <TableField key={field} {...invite.field(field)} />
      ))}
      <div className="self-end">
        <SubmitButton busy={invite.busy}>{peopleWords.invite}</SubmitButton>
        <Problem>{invite.refusal}</Problem>
      </div>
    </form>
  )
}

/** A new link and the name of its person. */
interface Given {
  name: string
  link: string
}

/** The link to pass on, shown once. */
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
