import { useState } from 'react'
import { peopleWords } from '#contract/messages/staff-access.ts'
import { screenNames } from '#contract/messages/staff.ts'
import { done, endedSessions, invitation, staffPeople } from '#contract/schemas/staff-access.ts'
import type { ChangePerson, StaffPerson } from '#contract/schemas/staff-access.ts'
import type { StaffRole } from '#contract/schemas/staff-permissions.ts'
import { readAnew, send, useAction, useRead } from '#web/features/staff/calls.ts'
import { Loaded, Panel, Problem, Screen } from '#web/features/staff/screen.tsx'
import { PlainSelect } from '#web/features/staff/select.tsx'
import { ActionButton } from '#web/ui/button.tsx'
import { type Given, GivenLink, InviteForm, roleChoices } from './invite-form.tsx'

/** The people of the desk, for owners. */
export function PeopleScreen() {
  const [given, setGiven] = useState<Given>()
  const query = useRead({ key: ['people'], path: 'people', schema: staffPeople })
  function give(made: Given) {
    setGiven(made)
    readAnew('people')
  }
  return (
    <Screen title={screenNames.people}>
      <div className="desk-stack">
        <Panel title={peopleWords.inviteTitle}>
          <p>{peopleWords.inviteText}</p>
          <InviteForm onInvited={give} />
          {given && <GivenLink key={given.link} {...given} />}
        </Panel>
        <Panel title={peopleWords.list}>
          <Loaded query={query}>
            {({ people }) => (
              <ul className="desk-lines">
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
  const { id, name, email, state, passkeys, sessions } = person
  const { problem, run } = useAction()
  const path = `people/${id}`
  const changed = () => readAnew('people')
  const change = (body: ChangePerson) => void run('change', send({ path, body, schema: done }), changed)
  function renew() {
    const sent = send({ path: `${path}/link`, schema: invitation })
    void run('renew', sent, ({ link }) => onLink({ name, link }))
  }
  function endSessions() {
    void run('end', send({ path: `${path}/end-sessions`, schema: endedSessions }), changed)
  }
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p className="text-small">
          {email} · {peopleWords.states[state]} · {peopleWords.counts(passkeys, sessions)}
        </p>
      </div>
      <div className="desk-actions">
        <Role key={person.role} person={person} save={(role) => change({ role })} />
        {state !== 'disabled' && <Act words={peopleWords.newLink} name={name} act={renew} />}
        {sessions > 0 && <Act words={peopleWords.endSessions} name={name} act={endSessions} />}
        {state === 'disabled' ? (
          <Act words={peopleWords.enable} name={name} act={() => change({ disabled: false })} />
        ) : (
          <Disable name={name} disable={() => change({ disabled: true })} />
        )}
      </div>
      <Problem>{problem}</Problem>
    </li>
  )
}

interface ActProps {
  words: string
  /** Whom it is done to, for who hears the button alone. */
  name: string
  act(): void
}

function Act({ words, name, act }: ActProps) {
  return (
    <ActionButton aria-label={peopleWords.actionFor(words, name)} onClick={act}>
      {words}
    </ActionButton>
  )
}

/** Pressed twice, since whoever is disabled is out at once. */
function Disable({ name, disable }: { name: string; disable(): void }) {
  const [isSure, setSure] = useState(false)
  if (isSure) return <ActionButton onClick={disable}>{peopleWords.confirmDisable(name)}</ActionButton>
  return <Act words={peopleWords.disable} name={name} act={() => setSure(true)} />
}

function Role({ person, save }: { person: StaffPerson; save(role: StaffRole): void }) {
  const [role, setRole] = useState(person.role)
  return (
    <>
      <PlainSelect
        aria-label={peopleWords.roleOf(person.name)}
        value={role}
        choices={roleChoices}
        choose={(chosen) => setRole(chosen as StaffRole)}
      />
      {role !== person.role && <ActionButton onClick={() => save(role)}>{peopleWords.saveRole}</ActionButton>}
    </>
  )
}
