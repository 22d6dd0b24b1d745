import { useState } from 'react'
import { deskWords } from '#contract/messages/staff.ts'
import { webhookWords as words } from '#contract/messages/staff-webhooks.ts'
import { staffApi } from '#contract/paths.ts'
import {
  endpointWithSecret,
  webhookEndpoint,
  type EndpointChange,
  type WebhookEndpoint,
} from '#contract/schemas/staff-webhooks.ts'
import { whenText } from '#web/features/staff/format.ts'
import { useAction } from '#web/features/staff/use-action.ts'
import { postForJson, sendForJson } from '#web/lib/api.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/field.tsx'
import { Deliveries } from './deliveries.tsx'
import { EventBoxes } from './event-boxes.tsx'

const fallback = deskWords.failed

interface EndpointProps {
  endpoint: WebhookEndpoint
  onSecret(secret: string): void
  onChange(): void
}

/** One address: its events, its secret, and what was delivered to it. */
export function Endpoint({ endpoint, onSecret, onChange }: EndpointProps) {
  const { id, url: address, events, disabled, rotatingUntil } = endpoint
  const [shown, setShown] = useState(false)
  const { busy, problem, run } = useAction()
  const url = `${staffApi}/webhooks/${id}`
  const change = (name: string, body: EndpointChange) =>
    void run(
      name,
      () => sendForJson({ url, method: 'PATCH', body, schema: webhookEndpoint, fallback }),
      onChange,
    )
  function rotate() {
    const ask = { url: `${url}/rotate`, body: {}, schema: endpointWithSecret, fallback }
    void run(
      'rotate',
      () => postForJson(ask),
      ({ secret }) => onSecret(secret),
    )
  }
  return (
    <section className="desk-panel desk-stack" aria-label={address}>
      <h2 className="wrap-anywhere">{address}</h2>
      {disabled && <p className="desk-note">{words.disabledSince[disabled.by](whenText(disabled.at))}</p>}
      {rotatingUntil && <p className="desk-note">{words.rotating(whenText(rotatingUntil))}</p>}
      <EventBoxes chosen={events} onChange={(chosen) => change('events', { events: chosen })} />
      <div className="desk-actions">
        <ActionButton busy={busy === 'rotate'} onClick={rotate}>
          {words.rotate}
        </ActionButton>
        <ActionButton
          busy={busy === 'enabled'}
          onClick={() => change('enabled', { enabled: disabled !== null })}
        >
          {disabled ? words.enable : words.disable}
        </ActionButton>
        <button
          type="button"
          className="button button-quiet"
          aria-expanded={shown}
          onClick={() => setShown(!shown)}
        >
          {words.deliveries}
        </button>
      </div>
      <div role="alert">{problem && <ErrorLine>{problem}</ErrorLine>}</div>
      {shown && <Deliveries endpointId={id} />}
    </section>
  )
}
