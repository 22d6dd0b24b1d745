import { deliveryStates, eventNames, webhookWords as words } from '#contract/messages/staff-webhooks.ts'
import { deliveryList, type WebhookDelivery } from '#contract/schemas/staff-webhooks.ts'
import { anything, send, useAction, usePages } from '#web/features/staff/calls.ts'
import { Mark, whenText } from '#web/features/staff/format.tsx'
import { Link, recordPath } from '#web/features/staff/router.tsx'
import { Loaded, More, Problem } from '#web/features/staff/screen.tsx'
import { ActionButton } from '#web/ui/button.tsx'

const tones = { waiting: 'new', delivered: 'good', failed: 'bad', stopped: 'past' } as const

/** What was delivered to an endpoint, the newest first. */
export function Deliveries({ endpointId }: { endpointId: string }) {
  const list = usePages({
    key: ['webhooks', endpointId, 'deliveries'],
    path: `webhooks/${endpointId}/deliveries`,
    schema: deliveryList,
    cursor: 'after',
    list: 'deliveries',
  })
  const action = useAction()
  return (
    <>
      <Problem>{action.problem}</Problem>
      <Loaded query={list}>
        {(deliveries) => (
          <ul className="lines">
            {deliveries.length === 0 && <li className="text-quiet">{words.noDeliveries}</li>}
            {deliveries.map((delivery) => (
              <li key={delivery.id}>
                <Line delivery={delivery} />
                <ActionButton
                  {...action.press(
                    delivery.id,
                    () => send({ path: `webhooks/deliveries/${delivery.id}/again`, schema: anything }),
                    () => void list.refetch(),
                  )}
                >
                  {words.again}
                </ActionButton>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <More list={list} words={words.more} />
    </>
  )
}

function Line({ delivery }: { delivery: WebhookDelivery }) {
  const { createdAt, type, reference, state, attempts, outcome } = delivery
  return (
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
  )
}
