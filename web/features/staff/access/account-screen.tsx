import { useState, type SyntheticEvent } from 'react'
import { accountWords } from '#contract/messages/staff-access.ts'
import { screenNames } from '#contract/messages/staff.ts'
import { ceremonyOptions, done, passkeyList, sessionList } from '#contract/schemas/staff-access.ts'
import type { PasskeyItem, SessionItem } from '#contract/schemas/staff-access.ts'
import { readAnew, send, useAction, useRead } from '#web/features/staff/calls.ts'
import { whenText } from '#web/features/staff/format.tsx'
import { Loaded, Panel, Problem, Screen } from '#web/features/staff/screen.tsx'
import { endSession } from '#web/features/staff/session.ts'
import type { AnswerWith } from '#web/lib/answer.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { created } from './ceremonies.ts'

function changed(): void {
  readAnew('passkeys', 'sessions')
}

/** One's own passkeys and sessions. */
export function AccountScreen() {
  return (
    <Screen title={screenNames.account}>
      <div className="desk-stack">
        <Passkeys />
        <Sessions />
      </div>
    </Screen>
  )
}

/** One more passkey of whoever is signed in. */
async function addPasskey(): Promise<AnswerWith<unknown>> {
  const begun = await send({ path: 'me/passkeys/options', schema: ceremonyOptions })
  if (!begun.ok) return begun
  const made = await created(begun.body.options)
  return made.ok ? send({ path: 'me/passkeys', body: { passkey: made.body }, schema: done }) : made
}

function Passkeys() {
  const { problem, run } = useAction()
  const query = useRead({ key: ['passkeys'], path: 'me/passkeys', schema: passkeyList })
  return (
    <Panel title={accountWords.passkeys}>
      <Loaded query={query}>
        {({ passkeys }) => (
          <>
            <p className="desk-note">{passkeys.length < 2 ? accountWords.onlyOne : accountWords.removing}</p>
            <ul className="desk-lines">
              {passkeys.map((passkey) => (
                <Passkey key={passkey.id} passkey={passkey} isOnly={passkeys.length < 2} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
      <div className="desk-actions">
        <ActionButton onClick={() => void run('add', addPasskey(), changed)}>{accountWords.add}</ActionButton>
      </div>
      <Problem>{problem}</Problem>
    </Panel>
  )
}

function Passkey({ passkey, isOnly }: { passkey: PasskeyItem; isOnly: boolean }) {
  const { id, name, createdAt, usedAt, backedUp } = passkey
  const [typed, setTyped] = useState<string>()
  const { problem, run } = useAction()
  const path = `me/passkeys/${id}`
  const facts = [
    accountWords.created(whenText(createdAt)),
    ...(usedAt ? [accountWords.used(whenText(usedAt))] : []),
    ...(backedUp ? [accountWords.backedUp] : []),
  ]
  async function rename(event: SyntheticEvent) {
    event.preventDefault()
    const sent = send({ path, body: { name: typed }, schema: done })
    if (await run('rename', sent, changed)) setTyped(undefined)
  }
  function remove() {
    void run('remove', send({ path: `${path}/remove`, schema: done }), changed)
  }
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p className="text-small text-quiet">{facts.join(', ')}</p>
      </div>
      {typed !== undefined ? (
        <form className="desk-actions" onSubmit={(event) => void rename(event)}>
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
      ) : (
        <div className="desk-actions">
          <ActionButton onClick={() => setTyped(name)}>{accountWords.rename(name)}</ActionButton>
          {!isOnly && <ActionButton onClick={remove}>{accountWords.remove(name)}</ActionButton>}
        </div>
      )}
      <Problem>{problem}</Problem>
    </li>
  )
}

function Sessions() {
  const { problem, run } = useAction()
  const query = useRead({ key: ['sessions'], path: 'me/sessions', schema: sessionList })
  function end({ id, isCurrent }: SessionItem) {
    const sent = send({ path: `me/sessions/${id}/end`, schema: done })
    void run('end', sent, isCurrent ? endSession : changed)
  }
  return (
    <Panel title={accountWords.sessions}>
      <Loaded query={query}>
        {({ sessions }) => (
          <ul className="desk-lines">
            {sessions.map((session) => (
              <li key={session.id}>
                <div>
                  <strong>{session.browser}</strong> {session.isCurrent && `(${accountWords.isCurrent})`}
                  <p className="text-small text-quiet">
                    {accountWords.since(whenText(session.createdAt))},{' '}
                    {accountWords.used(whenText(session.usedAt))}
                  </p>
                </div>
                <ActionButton onClick={() => end(session)}>{accountWords.end(session.browser)}</ActionButton>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Problem>{problem}</Problem>
    </Panel>
  )
}
