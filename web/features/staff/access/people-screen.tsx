import { useState } from 'react'
import { peopleWords } from '#contract/messages/staff-access.ts'
import { screenNames } from '#contract/messages/staff.ts'
import type { StaffPerson, StaffRole } from '#contract/schemas/staff-access.ts'
import { problemOf, readAnew, useCall, useSend } from '#web/features/staff/calls.ts'
import { Loaded, Panel, Problem, Screen } from '#web/features/staff/screen.tsx'
import { PlainSelect } from '#web/features/staff/select.tsx'
import { SureButton } from '#web/features/staff/sure-button.tsx'
import { ActionButton } from '#web/ui/button.tsx'
import { type Given, GivenLink, InviteForm, roleChoices } from './invite-form.tsx'

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
