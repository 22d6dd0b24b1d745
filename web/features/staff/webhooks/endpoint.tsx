import { useState } from 'react'
import { eventNames, webhookWords as words } from '#contract/messages/staff-webhooks.ts'
import {
  endpointList,
  endpointWithSecret,
  webhookEndpoint,
  webhookEvents,
  type EndpointChange,
  type WebhookEndpoint,
  type WebhookEvent,
} from '#contract/schemas/staff-webhooks.ts'
import { readAnew, send, useAction } from '#web/features/staff/calls.ts'
import { whenText } from '#web/features/staff/format.tsx'
import { Panel, Problem } from '#web/features/staff/screen.tsx'
import { SureButton } from '#web/features/staff/sure-button.tsx'
import { ErrorLine } from '#web/ui/field.tsx'
import { ActionButton } from '#web/ui/button.tsx'
import { Deliveries } from './deliveries.tsx'

interface EndpointProps {
  endpoint: WebhookEndpoint
  onSecret(answer: { secret: string }): void
}

/** One address: its events, its secret, and what was delivered to it. */
export function Endpoint({ endpoint, onSecret }: EndpointProps) {
  const { id, url, events, disabled, rotatingUntil } = endpoint
  const [shown, setShown] = useState(false)
  const action = useAction()
  const path = `webhooks/${id}`
  const change = (body: EndpointChange) => send({ path, method: 'PATCH', body, schema: webhookEndpoint })
  const changed = () => readAnew('webhooks')
  return (
    <Panel title={url}>
      {disabled && <p className="note">{words.disabledSince[disabled.by](whenText(disabled.at))}</p>}
      {rotatingUntil && <p className="note">{words.rotating(whenText(rotatingUntil))}</p>}
      <EventBoxes
        chosen={events}
        onChange={(chosen) => void action.run('events', () => change({ events: chosen }), changed)}
      />
      <div className="flex flex-wrap items-center gap-2">
        <ActionButton
          {...action.press(
            'rotate',
            () => send({ path: `${path}/rotate`, schema: endpointWithSecret }),
            onSecret,
          )}
        >
          {words.rotate}
        </ActionButton>
        <ActionButton {...action.press('enabled', () => change({ enabled: disabled !== null }), changed)}>
          {disabled ? words.enable : words.disable}
        </ActionButton>
        <SureButton
          sure={words.sureToDelete}
          busy={action.isBusy('delete')}
          onSure={() =>
            void action.run('delete', () => send({ path, method: 'DELETE', schema: endpointList }), changed)
          }
        >
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
      <Problem>{action.problem}</Problem>
      {shown && <Deliveries endpointId={id} />}
    </Panel>
  )
}

interface EventBoxesProps {
  chosen: readonly WebhookEvent[]
  error?: string | undefined
  onChange(events: WebhookEvent[]): void
}

export function EventBoxes({ chosen, error, onChange }: EventBoxesProps) {
  return (
    <fieldset>
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
