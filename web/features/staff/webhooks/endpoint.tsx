import { useState } from 'react'
import { eventNames, webhookWords as words } from '#contract/messages/staff-webhooks.ts'
import { webhookEvents, type WebhookEndpoint, type WebhookEvent } from '#contract/schemas/staff-webhooks.ts'
import { problemOf, readAnew, useSend } from '#web/features/staff/calls.ts'
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
  const params = { id }
  const changed = () => readAnew('webhooks.list')
  const change = useSend('webhooks.change', changed)
  const rotate = useSend('webhooks.rotate', onSecret)
  const remove = useSend('webhooks.remove', changed)
  return (
    <Panel title={url}>
      {disabled && <p className="note">{words.disabledSince[disabled.by](whenText(disabled.at))}</p>}
      {rotatingUntil && <p className="note">{words.rotating(whenText(rotatingUntil))}</p>}
      <EventBoxes chosen={events} onChange={(chosen) => change.send({ params, body: { events: chosen } })} />
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
      <Problem>{problemOf(change, rotate, remove)}</Problem>
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
