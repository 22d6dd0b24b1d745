import type { Db } from '#server/platform/db/client.ts'
import { cachedFor, type Metrics } from '#server/platform/observability/metrics.ts'

/** How long a count of whole tables is reused, in milliseconds. */
const KEPT_MS = 60_000

/** Adds the figures of the product to the metrics; they are read when the metrics are requested. */
export function watchProduct({ gauge }: Pick<Metrics, 'gauge'>, db: Db): void {
  const count = db.fn.countAll<number>().as('count')
  const mandates = db.selectFrom('mandates').select(['status', count]).groupBy('status')
  const vacancies = db.selectFrom('vacancies').select(['state', count]).groupBy('state')
  const candidates = db.selectFrom('vacancy_candidates').select(['stage', count]).groupBy('stage')
  const waiting = db
    .selectFrom('agreements')
    .select(count)
    .where('accepted_at', 'is not', null)
    .where('signed_file', 'is', null)
  const figures = [
    ['mandates', 'Mandates by status', ['status'], mandates],
    ['vacancies', 'Vacancies by state', ['state'], vacancies],
    ['vacancy_candidates', 'People at vacancies by stage', ['stage'], candidates],
    ['agreements_waiting', 'Agreements accepted and not signed yet', [], waiting],
  ] as const
  for (const [name, help, labels, query] of figures) {
    const read = cachedFor(KEPT_MS, () => query.execute())
    gauge(name, help, [...labels], async (of) => {
      for (const { count: value, ...label } of await read()) of.set(label, Number(value))
    })
  }
}
