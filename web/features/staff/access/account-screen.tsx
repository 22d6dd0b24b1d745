import { accountWords } from '#contract/messages/staff-access.ts'
import { screenNames } from '#contract/messages/staff.ts'
import { done, passkeyList, sessionList } from '#contract/schemas/staff-access.ts'
import type { PasskeyItem } from '#contract/schemas/staff-access.ts'
import { readAnew, send, useAction, useRead } from '#web/features/staff/calls.ts'
import { whenText } from '#web/features/staff/format.tsx'
import { NameForm } from '#web/features/staff/name-form.tsx'
import { Loaded, Panel, Problem, Screen } from '#web/features/staff/screen.tsx'
import { endSession } from '#web/features/staff/session.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { createPasskey } from './ceremonies.ts'

function changed(): void {
  readAnew('passkeys', 'sessions')
}

/** One's own passkeys and sessions. */
export function AccountScreen() {
  return (
    <Screen title={screenNames.account}>
      <div className="stack">
        <Passkeys />
        <Sessions />
      </div>
    </Screen>
  )
}

function Passkeys() {
  const action = useAction()
  const query = useRead({ key: ['passkeys'], path: 'me/passkeys', schema: passkeyList })
  return (
    <Panel title={accountWords.passkeys}>
      <Loaded query={query}>
        {({ passkeys }) => (
          <>
            <p className="note">{passkeys.length < 2 ? accountWords.onlyOne : accountWords.removing}</p>
            <ul className="lines">
              {passkeys.map((passkey) => (
                <Passkey key={passkey.id} passkey={passkey} isOnly={passkeys.length < 2} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
      <div className="flex flex-wrap items-center gap-2">
        <ActionButton {...action.press('add', () => createPasskey('me/passkeys'), changed)}>
          {accountWords.add}
        </ActionButton>
      </div>
      <Problem>{action.problem}</Problem>
    </Panel>
  )
}

function Passkey({ passkey, isOnly }: { passkey: PasskeyItem; isOnly: boolean }) {
  const { id, name, createdAt, usedAt, backedUp } = passkey
  const action = useAction()
  const path = `me/passkeys/${id}`
  const facts = [
    accountWords.created(whenText(createdAt)),
    ...(usedAt ? [accountWords.used(whenText(usedAt))] : []),
    ...(backedUp ? [accountWords.backedUp] : []),
  ]
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p className="text-small text-quiet">{facts.join(', ')}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <NameForm
          button={accountWords.rename(name)}
          label={accountWords.name}
          save={accountWords.save}
          given={name}
          call={(typed) => send({ path, body: { name: typed }, schema: done })}
          then={changed}
        />
        {!isOnly && (
          <ActionButton
            {...action.press('remove', () => send({ path: `${path}/remove`, schema: done }), changed)}
          >
            {accountWords.remove(name)}
          </ActionButton>
        )}
      </div>
      <Problem>{action.problem}</Problem>
    </li>
  )
}

function Sessions() {
  const action = useAction()
  const query = useRead({ key: ['sessions'], path: 'me/sessions', schema: sessionList })
  return (
    <Panel title={accountWords.sessions}>
      <Loaded query={query}>
        {({ sessions }) => (
          <ul className="lines">
            {sessions.map(({ id, browser, isCurrent, linkFrom, createdAt, usedAt }) => (
              <li key={id}>
                <div>
                  <strong>{browser}</strong> {isCurrent && `(${accountWords.isCurrent})`}
                  <p className="text-small text-quiet">
                    {accountWords.since(whenText(createdAt))}, {accountWords.used(whenText(usedAt))}
                  </p>
                  {linkFrom !== null && <p className="note">{accountWords.linkFrom(linkFrom)}</p>}
                </div>
                <ActionButton
                  {...action.press(
                    id,
                    () => send({ path: `me/sessions/${id}/end`, schema: done }),
                    isCurrent ? endSession : changed,
                  )}
                >
                  {accountWords.end(browser)}
                </ActionButton>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Problem>{action.problem}</Problem>
    </Panel>
  )
}
