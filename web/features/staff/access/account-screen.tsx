import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accessWords, accountWords } from '#contract/messages/staff-access.ts'
import { screenNames } from '#contract/messages/staff.ts'
import { staffApi } from '#contract/paths.ts'
import { done, passkeyList, sessionList } from '#contract/schemas/staff-access.ts'
import type { PasskeyItem, SessionItem } from '#contract/schemas/staff-access.ts'
import { whenText } from '#web/features/staff/format.ts'
import { Loaded, Screen } from '#web/features/staff/screen.tsx'
import { bodyOf, call, endSession, queryClient } from '#web/features/staff/session.ts'
import { type Answer, getJson, postForJson } from '#web/lib/api.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/field.tsx'
import { addPasskey } from './ceremonies.ts'
import './people.css'

const url = `${staffApi}/me`
const fallback = accessWords.failed

function post(path: string, body: object = {}) {
  return call(() => postForJson({ url: url + path, body, schema: done, fallback }))
}

/** One's own passkeys and sessions. */
export function AccountScreen() {
  return (
    <Screen title={screenNames.account}>
      <div className="desk-sections">
        <Passkeys />
        <Sessions />
      </div>
    </Screen>
  )
}

/** Runs a change and reads its lists anew; says why it was refused. */
function useChange(...keys: string[]) {
  const [problem, setProblem] = useState('')
  async function change(run: () => Promise<Answer>) {
    const answer = await run()
    setProblem(answer.ok ? '' : answer.message)
    if (answer.ok) await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
    return answer.ok
  }
  return { problem, change }
}

function Passkeys() {
  const { problem, change } = useChange('passkeys', 'sessions')
  const query = useQuery({
    queryKey: ['passkeys'],
    queryFn: () => bodyOf(() => getJson({ url: `${url}/passkeys`, schema: passkeyList, fallback })),
  })
  return (
    <section className="desk-panel" aria-labelledby="passkeys">
      <h2 id="passkeys">{accountWords.passkeys}</h2>
      <Loaded query={query}>
        {({ passkeys }) => (
          <>
            <p className="desk-note">{passkeys.length < 2 ? accountWords.onlyOne : accountWords.removing}</p>
            <ul className="desk-items">
              {passkeys.map((passkey) => (
                <Passkey key={passkey.id} passkey={passkey} isOnly={passkeys.length < 2} change={change} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
      <ActionButton onClick={() => void change(addPasskey)}>{accountWords.add}</ActionButton>
      <div role="alert">{problem && <ErrorLine>{problem}</ErrorLine>}</div>
    </section>
  )
}

interface PasskeyProps {
  passkey: PasskeyItem
  isOnly: boolean
  change(run: () => Promise<Answer>): Promise<boolean>
}

function Passkey({ passkey, isOnly, change }: PasskeyProps) {
  const { id, name, createdAt, usedAt, backedUp } = passkey
  const [typed, setTyped] = useState<string>()
  const facts = [
    accountWords.created(whenText(createdAt)),
    ...(usedAt ? [accountWords.used(whenText(usedAt))] : []),
    ...(backedUp ? [accountWords.backedUp] : []),
  ]
  async function rename(wanted: string) {
    if (await change(() => post(`/passkeys/${id}`, { name: wanted }))) setTyped(undefined)
  }
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p className="text-small text-quiet">{facts.join(', ')}</p>
      </div>
      {typed === undefined ? (
        <div className="desk-actions">
          <ActionButton onClick={() => setTyped(name)}>{accountWords.rename(name)}</ActionButton>
          {!isOnly && (
            <ActionButton onClick={() => void change(() => post(`/passkeys/${id}/remove`))}>
              {accountWords.remove(name)}
            </ActionButton>
          )}
        </div>
      ) : (
        <form
          className="desk-inline"
          onSubmit={(event) => {
            event.preventDefault()
            void rename(typed)
          }}
        >
          <input
            aria-label={accountWords.name}
            autoFocus
            required
            maxLength={60}
            className="desk-control"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <button type="submit" className="button">
            {accountWords.save}
          </button>
        </form>
      )}
    </li>
  )
}

function Sessions() {
  const { problem, change } = useChange('sessions')
  const query = useQuery({
    queryKey: ['sessions'],
    queryFn: () => bodyOf(() => getJson({ url: `${url}/sessions`, schema: sessionList, fallback })),
  })
  async function end({ id, isCurrent }: SessionItem) {
    if ((await change(() => post(`/sessions/${id}/end`))) && isCurrent) endSession()
  }
  return (
    <section className="desk-panel" aria-labelledby="sessions">
      <h2 id="sessions">{accountWords.sessions}</h2>
      <Loaded query={query}>
        {({ sessions }) => (
          <ul className="desk-items">
            {sessions.map((session) => (
              <li key={session.id}>
                <div>
                  <strong>{session.browser}</strong> {session.isCurrent && `(${accountWords.isCurrent})`}
                  <p className="text-small text-quiet">
                    {accountWords.since(whenText(session.createdAt))},{' '}
                    {accountWords.used(whenText(session.usedAt))}
                  </p>
                </div>
                <ActionButton onClick={() => void end(session)}>
                  {accountWords.end(session.browser)}
                </ActionButton>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <div role="alert">{problem && <ErrorLine>{problem}</ErrorLine>}</div>
    </section>
  )
}
