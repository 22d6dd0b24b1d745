import { useRef, useState } from 'react'
import { screenNames } from '#contract/messages/staff.ts'
import { webhookWords as words, eventNames, deliveryStates } from './words.ts'
import {
  webhookEvents,
  type WebhookEvent,
  type WebhookEndpoint,
  type WebhookDelivery,
} from '#contract/schemas/staff-webhooks.ts'
import { call, useCall, useSend, useSending, problemOf, usePages } from '#web/features/staff/calls.ts'
import { Loaded, Panel, Problem, Screen, More } from '#web/features/staff/screen.tsx'
import { SubmitButton, ActionButton } from '#web/ui/button.tsx'
import { ErrorLine, Form, TextField } from '#web/ui/field.tsx'
import { whenText, Mark } from '#web/features/staff/format.tsx'
import { SureButton } from '#web/features/staff/controls.tsx'
import { RecordLink } from '#web/features/staff/router.tsx'
import { queryClient } from '#web/features/staff/session.ts'

/** Addresses of other tools that are told of changes. */
export function WebhooksScreen() {
  const [secret, setSecret] = useState('')
  const query = useCall('webhooks.list', {})
  const keep = (answer: { secret: string }) => setSecret(answer.secret)
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
  const add = () => send({ body: { url: address, events: [...events] } })
  const wrong = errorOf('url') ?? errorOf('events')
  return (
    <Panel title={words.add}>
      <Form className="stack" submit={add}>
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
      </Form>
    </Panel>
  )
}

interface EndpointProps {
  endpoint: WebhookEndpoint
  onSecret(answer: { secret: string }): void
}

/** One address: its events, its secret, and its deliveries. */
function Endpoint({ endpoint, onSecret }: EndpointProps) {
  const { id, url, events, disabled, rotatingUntil } = endpoint
  const [shown, setShown] = useState(false)
  const params = { id }
  const change = useSend('webhooks.change')
  const ticking = useTicking(id)
  const rotate = useSend('webhooks.rotate', onSecret)
  const remove = useSend('webhooks.remove')
  return (
    <Panel title={url}>
      {disabled && <p className="note">{words.disabledSince[disabled.by](whenText(disabled.at))}</p>}
      {rotatingUntil && <p className="note">{words.rotating(whenText(rotatingUntil))}</p>}
      <EventBoxes chosen={ticking.chosen ?? events} onChange={ticking.choose} />
      <div className="flex flex-wrap items-center gap-2">
        <ActionButton busy={rotate.busy} onClick={() => rotate.send({ params })}>
          {words.rotate}
        </ActionButton>
        <ActionButton
          busy={change.busy}
          onClick={() => change.send({ params, body: { enabled: disabled !== null } })}
        >
          {disabled ? words.enable : words.disable}
        </ActionButton>
        <SureButton sure={words.sureToDelete} busy={remove.busy} onSure={() => remove.send({ params })}>
          {words.delete}
        </SureButton>
        <button
          type="button"
          className="button button-quiet"
          aria-expanded={shown}
          onClick={() => setShown(!shown)}
        >
          {words.deliveries}
        </button>
      </div>
      <Problem>{problemOf(change, ticking, rotate, remove)}</Problem>
      {shown && <Deliveries endpointId={id} />}
    </Panel>
  )
}

/** The events of an endpoint as last ticked; ticks during a change are sent after it. */
function useTicking(id: string) {
  const [chosen, setChosen] = useState<WebhookEvent[]>()
  const next = useRef<WebhookEvent[]>(undefined)
  const { problem, submittedAt, send } = useSending(async () => {
    try {
      while (next.current) {
        const events = next.current
        next.current = undefined
        putEndpoint(await call('webhooks.change', { params: { id }, body: { events } }))
      }
    } finally {
      next.current = undefined
      setChosen(undefined)
    }
  })
  function choose(events: WebhookEvent[]) {
    next.current = events
    setChosen(events)
    send()
  }
  return { chosen, problem, submittedAt, choose }
}

/** Shows the endpoint of an answer without reading the list again. */
function putEndpoint(endpoint: WebhookEndpoint): void {
  queryClient.setQueryData<{ endpoints: WebhookEndpoint[] }>(['webhooks.list', {}], (list) => ({
    endpoints: list?.endpoints.map((one) => (one.id === endpoint.id ? endpoint : one)) ?? [],
  }))
}

interface EventBoxesProps {
  chosen: readonly WebhookEvent[]
  error?: string | undefined
  onChange(events: WebhookEvent[]): void
}

function EventBoxes({ chosen, error, onChange }: EventBoxesProps) {
  return (
    <fieldset className="min-w-0 wrap-anywhere">
      <legend className="font-semibold">{words.events}</legend>
      {webhookEvents.map((event) => (
        <label key={event} className="mr-5 inline-flex min-h-10 items-center gap-2">
          <input
            type="checkbox"
            checked={chosen.includes(event)}
            onChange={({ currentTarget }) =>
              onChange(
                webhookEvents.filter((one) => (one === event ? currentTarget.checked : chosen.includes(one))),
              )
            }
          />
          {eventNames[event]}
        </label>
      ))}
      {error && <ErrorLine>{error}</ErrorLine>}
    </fieldset>
  )
}

const tones = { waiting: 'new', delivered: 'good', failed: 'bad', stopped: 'past' } as const

/** The deliveries of an endpoint, newest first. */
function Deliveries({ endpointId }: { endpointId: string }) {
  const given = { params: { id: endpointId }, query: {} }
  const list = usePages('webhooks.deliveries', given, { cursor: 'after', list: 'deliveries' })
  return (
    <>
      <Loaded query={list}>
        {(deliveries) => (
          <ul className="lines">
            {deliveries.length === 0 && <li className="text-quiet">{words.noDeliveries}</li>}
            {deliveries.map((delivery) => (
              <Delivery key={delivery.id} delivery={delivery} />
            ))}
          </ul>
        )}
      </Loaded>
      <More list={list} words={words.more} />
    </>
  )
}

function Delivery({ delivery }: { delivery: WebhookDelivery }) {
  const { id, createdAt, type, reference, state, attempts, outcome } = delivery
  const again = useSend('webhooks.sendAgain')
  return (
    <li>
      <span className="min-w-0">
        {eventNames[type]} {reference && <RecordLink reference={reference} />}{' '}
        <span className="text-quiet">· {whenText(createdAt)}</span>
        <span className="block">
          <Mark tone={tones[state]}>{deliveryStates[state]}</Mark>{' '}
          <span className="text-quiet">{words.attempts(attempts, outcome ?? '')}</span>
        </span>
      </span>
      <ActionButton busy={again.busy} onClick={() => again.send({ params: { id } })}>
        {words.again}
      </ActionButton>
      <Problem>{again.problem}</Problem>
    </li>
  )
}
