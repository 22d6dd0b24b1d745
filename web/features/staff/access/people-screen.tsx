import { useState } from 'react'
import { peopleWords } from '#contract/messages/staff-access.ts'
import { screenNames } from '#contract/messages/staff.ts'
import { done, endedSessions, invitation, staffPeople } from '#contract/schemas/staff-access.ts'
import type { ChangePerson, StaffPerson } from '#contract/schemas/staff-access.ts'
import type { StaffRole } from '#contract/schemas/staff-access.ts'
import { readAnew, send, useAction, useRead, type Action } from '#web/features/staff/calls.ts'
import { Loaded, Panel, Problem, Screen } from '#web/features/staff/screen.tsx'
import { PlainSelect } from '#web/features/staff/select.tsx'
import { SureButton } from '#web/features/staff/sure-button.tsx'
import type { AnswerWith } from '#web/lib/answer.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { type Given, GivenLink, InviteForm, roleChoices } from './invite-form.tsx'

function changed(): void {
  readAnew('people')
}

/** The people of the desk, for owners. */
export function PeopleScreen() {
  const [given, setGiven] = useState<Given>()
  const query = useRead({ key: ['people'], path: 'people', schema: staffPeople })
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
  const action = useAction()
  const path = `people/${id}`
  const change = (body: ChangePerson) => send({ path, body, schema: done })
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p className="text-small">
          {email} · {peopleWords.states[state]} · {peopleWords.counts(passkeys, sessions)}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Role key={role} person={person} action={action} save={(chosen) => change({ role: chosen })} />
        {state !== 'disabled' && (
          <ActionButton
            {...namedFor(name, peopleWords.newLink)}
            {...action.press(
              'link',
              () => send({ path: `${path}/link`, schema: invitation }),
              ({ link }) => onLink({ name, link }),
            )}
          />
        )}
        {sessions > 0 && (
          <ActionButton
            {...namedFor(name, peopleWords.endSessions)}
            {...action.press(
              'end',
              () => send({ path: `${path}/end-sessions`, schema: endedSessions }),
              changed,
            )}
          />
        )}
        {state === 'disabled' ? (
          <ActionButton
            {...namedFor(name, peopleWords.enable)}
            {...action.press('enable', () => change({ disabled: false }), changed)}
          />
        ) : (
          <SureButton
            {...namedFor(name, peopleWords.disable)}
            sure={peopleWords.confirmDisable(name)}
            busy={action.isBusy('disable')}
            onSure={() => void action.run('disable', () => change({ disabled: true }), changed)}
          />
        )}
      </div>
      <Problem>{action.problem}</Problem>
    </li>
  )
}

/** The words of a button; who hears it alone is told whom it is for. */
function namedFor(name: string, words: string) {
  return { 'aria-label': peopleWords.actionFor(words, name), children: words }
}

interface RoleProps {
  person: StaffPerson
  action: Action
  save(role: StaffRole): Promise<AnswerWith<unknown>>
}

function Role({ person, action, save }: RoleProps) {
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
        <ActionButton {...action.press('role', () => save(role), changed)}>
          {peopleWords.saveRole}
        </ActionButton>
      )}
    </>
  )
}
