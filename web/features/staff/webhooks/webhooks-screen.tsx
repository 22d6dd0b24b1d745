import { useState, type SyntheticEvent } from 'react'
import { screenNames } from '#contract/messages/staff.ts'
import { webhookWords as words } from '#contract/messages/staff-webhooks.ts'
import { webhookEvents, type WebhookEvent } from '#contract/schemas/staff-webhooks.ts'
import { readAnew, useCall, useSend } from '#web/features/staff/calls.ts'
import { Loaded, Panel, Problem, Screen } from '#web/features/staff/screen.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Endpoint, EventBoxes } from './endpoint.tsx'

/** Addresses of other tools that are told of changes. */
export function WebhooksScreen() {
  const [secret, setSecret] = useState('')
  const query = useCall('webhooks.list', {})
  function keep(answer: { secret: string }) {
    setSecret(answer.secret)
    readAnew('webhooks.list')
  }
  return (
    <Screen title={screenNames.webhooks}>
      <div className="stack">
        <p>{words.lead}</p>
        <div role="status">{secret && <Secret secret={secret} />}</div>
        <Loaded query={query}>
          {({ endpoints }) =>
            endpoints.length === 0 ? (
              <p className="state">{words.none}</p>
            ) : (
              endpoints.map((endpoint) => <Endpoint key={endpoint.id} endpoint={endpoint} onSecret={keep} />)
            )
          }
        </Loaded>
        <NewEndpoint onAdded={keep} />
      </div>
    </Screen>
  )
}

function Secret({ secret }: { secret: string }) {
  return (
    <div className="note">
      <p>{words.secret}</p>
      <code className="wrap-anywhere">{secret}</code>
    </div>
  )
}

function NewEndpoint({ onAdded }: { onAdded(answer: { secret: string }): void }) {
  const [address, setAddress] = useState('')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhookEvents)
  const { busy, problem, errorOf, send } = useSend('webhooks.add', (answer) => {
    setAddress('')
    onAdded(answer)
  })
  function add(event: SyntheticEvent) {
    event.preventDefault()
    send({ body: { url: address, events: [...events] } })
  }
  const wrong = errorOf('url') ?? errorOf('events')
  return (
    <Panel title={words.add}>
      <form className="stack" onSubmit={add} noValidate>
        <TextField
          label={words.address}
          hint={words.addressHint}
          type="url"
          inputMode="url"
          value={address}
          error={errorOf('url')}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        />
        <EventBoxes chosen={events} onChange={setEvents} error={errorOf('events')} />
        <Problem>{!wrong && problem}</Problem>
        <div className="flex flex-wrap items-center gap-2">
          <SubmitButton busy={busy}>{words.addButton}</SubmitButton>
        </div>
      </form>
    </Panel>
  )
}
