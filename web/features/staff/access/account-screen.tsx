import { accountWords } from './words.ts'
import { screenNames } from '#contract/messages/staff.ts'
import type { PasskeyItem, SessionItem } from '#contract/schemas/staff-access.ts'
import { call, useCall, useSend, useSending } from '#web/features/staff/calls.ts'
import { whenText } from '#web/features/staff/format.tsx'
import { NameForm } from '#web/features/staff/controls.tsx'
import { Loaded, Panel, Problem, Screen } from '#web/features/staff/screen.tsx'
import { endSession } from '#web/features/staff/session.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { addPasskey } from './ceremonies.ts'

/** A person's own passkeys and sessions. */
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
  const add = useSending(addPasskey)
  const query = useCall('me.passkeys', {})
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
        <ActionButton busy={add.busy} onClick={() => add.send()}>
          {accountWords.add}
        </ActionButton>
      </div>
      <Problem>{add.problem}</Problem>
    </Panel>
  )
}

function Passkey({ passkey, isOnly }: { passkey: PasskeyItem; isOnly: boolean }) {
  const { id, name, createdAt, usedAt, backedUp } = passkey
  const remove = useSend('me.removePasskey')
  const params = { id }
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
          call={(typed) => call('me.renamePasskey', { params, body: { name: typed } })}
        />
        {!isOnly && (
          <ActionButton busy={remove.busy} onClick={() => remove.send({ params })}>
            {accountWords.remove(name)}
          </ActionButton>
        )}
      </div>
      <Problem>{remove.problem}</Problem>
    </li>
  )
}

function Sessions() {
  const query = useCall('me.sessions', {})
  return (
    <Panel title={accountWords.sessions}>
      <Loaded query={query}>
        {({ sessions }) => (
          <ul className="lines">
            {sessions.map((session) => (
              <Session key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  )
}

function Session({ session }: { session: SessionItem }) {
  const { id, browser, isCurrent, linkFrom, createdAt, usedAt } = session
  const end = useSend('me.endSession', isCurrent ? endSession : undefined)
  return (
    <li>
      <div>
        <strong>{browser}</strong> {isCurrent && `(${accountWords.isCurrent})`}
        <p className="text-small text-quiet">
          {accountWords.since(whenText(createdAt))}, {accountWords.used(whenText(usedAt))}
        </p>
        {linkFrom !== null && <p className="note">{accountWords.linkFrom(linkFrom)}</p>}
      </div>
      <ActionButton busy={end.busy} onClick={() => end.send({ params: { id } })}>
        {accountWords.end(browser)}
      </ActionButton>
      <Problem>{end.problem}</Problem>
    </li>
  )
}
