import { deliveryStates, eventNames, webhookWords as words } from '#contract/messages/staff-webhooks.ts'
import type { WebhookDelivery } from '#contract/schemas/staff-webhooks.ts'
import { readAnew, usePages, useSend } from '#web/features/staff/calls.ts'
import { Mark, whenText } from '#web/features/staff/format.tsx'
import { Link, recordPath } from '#web/features/staff/router.tsx'
import { Loaded, More, Problem } from '#web/features/staff/screen.tsx'
import { ActionButton } from '#web/ui/button.tsx'

const tones = { waiting: 'new', delivered: 'good', failed: 'bad', stopped: 'past' } as const

/** What was delivered to an endpoint, the newest first. */
export function Deliveries({ endpointId }: { endpointId: string }) {
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
  const again = useSend('webhooks.sendAgain', () => readAnew('webhooks.deliveries'))
  return (
    <li>
      <span className="min-w-0">
        {eventNames[type]}{' '}
        {reference && (
          <Link href={recordPath(reference)} className="link font-semibold whitespace-nowrap tabular-nums">
            {reference}
          </Link>
        )}{' '}
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
