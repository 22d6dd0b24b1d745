import { eventNames, webhookWords as words } from '#contract/messages/staff-webhooks.ts'
import { webhookEvents, type WebhookEvent } from '#contract/schemas/staff-webhooks.ts'
import { ErrorLine } from '#web/ui/field.tsx'

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
