import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accessWords, peopleWords } from '#contract/messages/staff-access.ts'
import { screenNames } from '#contract/messages/staff.ts'
import { staffApi } from '#contract/paths.ts'
import { done, endedSessions, invitation, staffPeople } from '#contract/schemas/staff-access.ts'
import type { StaffPerson } from '#contract/schemas/staff-access.ts'
import { staffRoles, type StaffRole } from '#contract/schemas/staff-permissions.ts'
import { Loaded, Screen } from '#web/features/staff/screen.tsx'
import { bodyOf, call, queryClient } from '#web/features/staff/session.ts'
import { type Answer, getJson, postForJson } from '#web/lib/api.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/field.tsx'
import { type Given, GivenLink, InviteForm } from './invite-form.tsx'
import './people.css'

const url = `${staffApi}/people`
const fallback = accessWords.failed
const key = ['people']

/** The people of the desk, for owners. */
export function PeopleScreen() {
  const [given, setGiven] = useState<Given>()
  const [problem, setProblem] = useState('')
  const query = useQuery({
    queryKey: key,
    queryFn: () => bodyOf(() => getJson({ url, schema: staffPeople, fallback })),
  })
  async function change(run: () => Promise<Answer>) {
    const answer = await call(run)
    setProblem(answer.ok ? '' : answer.message)
    if (answer.ok) await queryClient.invalidateQueries({ queryKey: key })
  }
  async function give(name: string, path: string, body: object) {
    const answer = await postForJson({ url: url + path, body, schema: invitation, fallback })
    if (!answer.ok) return answer
    setGiven({ name, link: answer.body.link })
    await queryClient.invalidateQueries({ queryKey: key })
    return answer
  }
  return (
    <Screen title={screenNames.people}>
      <div className="desk-sections">
        <section className="desk-panel" aria-labelledby="invite">
          <h2 id="invite">{peopleWords.inviteTitle}</h2>
          <p>{peopleWords.inviteText}</p>
          <InviteForm invite={(person) => call(() => give(person.name, '', person))} />
          {given && <GivenLink key={given.link} {...given} />}
        </section>
        <section className="desk-panel" aria-labelledby="people">
          <h2 id="people">{peopleWords.list}</h2>
          <div role="alert">{problem && <ErrorLine>{problem}</ErrorLine>}</div>
          <Loaded query={query}>
            {({ people }) => (
              <ul className="desk-items">
                {people.map((person) => (
                  <Person
                    key={person.id}
                    person={person}
                    change={change}
                    renew={() => change(() => give(person.name, `/${person.id}/link`, {}))}
                  />
                ))}
              </ul>
            )}
          </Loaded>
        </section>
      </div>
    </Screen>
  )
}

interface PersonProps {
  person: StaffPerson
  change(run: () => Promise<Answer>): Promise<void>
  renew(): Promise<void>
}

function Person({ person, change, renew }: PersonProps) {
  const { id, name, email, state, passkeys, sessions } = person
  const isDisabled = state === 'disabled'
  const label = (action: string) => ({ 'aria-label': peopleWords.actionFor(action, name) })
  const post = (body: object) =>
    change(() => postForJson({ url: `${url}/${id}`, body, schema: done, fallback }))
  const endSessions = () =>
    change(() => postForJson({ url: `${url}/${id}/end-sessions`, body: {}, schema: endedSessions, fallback }))
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p className="text-small">
          {email} · {peopleWords.states[state]} · {peopleWords.counts(passkeys, sessions)}
        </p>
      </div>
      <div className="desk-actions">
        <Role key={person.role} person={person} save={(role) => post({ role })} />
        {!isDisabled && (
          <ActionButton {...label(peopleWords.newLink)} onClick={() => void renew()}>
            {peopleWords.newLink}
          </ActionButton>
        )}
        {sessions > 0 && (
          <ActionButton {...label(peopleWords.endSessions)} onClick={() => void endSessions()}>
            {peopleWords.endSessions}
          </ActionButton>
        )}
        {isDisabled ? (
          <ActionButton {...label(peopleWords.enable)} onClick={() => void post({ disabled: false })}>
            {peopleWords.enable}
          </ActionButton>
        ) : (
          <Disable name={name} disable={() => post({ disabled: true })} />
        )}
      </div>
    </li>
  )
}

/** Pressed twice, since whoever is disabled is out at once. */
function Disable({ name, disable }: { name: string; disable(): Promise<void> }) {
  const [isSure, setSure] = useState(false)
  if (isSure)
    return <ActionButton onClick={() => void disable()}>{peopleWords.confirmDisable(name)}</ActionButton>
  const label = peopleWords.actionFor(peopleWords.disable, name)
  return (
    <ActionButton aria-label={label} onClick={() => setSure(true)}>
      {peopleWords.disable}
    </ActionButton>
  )
}

function Role({ person, save }: { person: StaffPerson; save(role: StaffRole): Promise<void> }) {
  const [role, setRole] = useState(person.role)
  return (
    <>
      <select
        aria-label={peopleWords.roleOf(person.name)}
        className="desk-control"
        value={role}
        onChange={({ currentTarget }) => setRole(currentTarget.value as StaffRole)}
      >
        {staffRoles.map((one) => (
          <option key={one} value={one}>
            {peopleWords.roles[one]}
          </option>
        ))}
      </select>
      {role !== person.role && (
        <ActionButton onClick={() => void save(role)}>{peopleWords.saveRole}</ActionButton>
      )}
    </>
  )
}
