import { useInfiniteQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { deskWords } from '#contract/messages/staff.ts'
import { deliveryStates, eventNames, webhookWords as words } from '#contract/messages/staff-webhooks.ts'
import { staffApi } from '#contract/paths.ts'
import { deliveryList, type WebhookDelivery } from '#contract/schemas/staff-webhooks.ts'
import { whenText } from '#web/features/staff/format.ts'
import { Link, recordPath } from '#web/features/staff/router.tsx'
import { Failed, Loading } from '#web/features/staff/screen.tsx'
import { bodyOf, queryClient } from '#web/features/staff/session.ts'
import { useAction } from '#web/features/staff/use-action.ts'
import { getJson, postForJson } from '#web/lib/api.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/field.tsx'

const folder = `${staffApi}/webhooks`
const fallback = deskWords.failed
const tones = { waiting: 'new', delivered: 'good', failed: 'bad', stopped: 'past' } as const

/** What was delivered to an endpoint, the newest first. */
export function Deliveries({ endpointId }: { endpointId: string }) {
  const queryKey = ['webhooks', endpointId, 'deliveries']
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => {
      const url = `${folder}/${endpointId}/deliveries${pageParam && `?after=${pageParam}`}`
      return bodyOf(() => getJson({ url, schema: deliveryList, fallback }))
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  const { busy, problem, run } = useAction()
  function again(id: string) {
    const ask = { url: `${folder}/deliveries/${id}/again`, body: {}, schema: z.unknown(), fallback }
    void run(
      id,
      () => postForJson(ask),
      () => void queryClient.invalidateQueries({ queryKey }),
    )
  }
  if (query.isPending) return <Loading />
  if (!query.data) return <Failed message={fallback} retry={() => void query.refetch()} />
  const deliveries = query.data.pages.flatMap((page) => page.deliveries)
  if (deliveries.length === 0) return <p className="text-quiet">{words.noDeliveries}</p>
  return (
    <>
      <div role="alert">{problem && <ErrorLine>{problem}</ErrorLine>}</div>
      <ul className="desk-lines">
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <Line delivery={delivery} />
            <ActionButton busy={busy === delivery.id} onClick={() => again(delivery.id)}>
              {words.again}
            </ActionButton>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <ActionButton busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {words.more}
        </ActionButton>
      )}
    </>
  )
}

function Line({
  delivery: { createdAt, type, reference, state, attempts, outcome },
}: {
  delivery: WebhookDelivery
}) {
  return (
    <span className="min-w-0">
      {eventNames[type]}{' '}
      {reference && (
        <Link href={recordPath(reference)} className="link desk-reference">
          {reference}
        </Link>
      )}{' '}
      <span className="text-quiet">· {whenText(createdAt)}</span>
      <span className="block">
        <span className="desk-status" data-tone={tones[state]}>
          {deliveryStates[state]}
        </span>{' '}
        <span className="text-quiet">{words.attempts(attempts, outcome ?? '')}</span>
      </span>
    </span>
  )
}
