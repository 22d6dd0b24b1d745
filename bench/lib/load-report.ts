import { count, mB, ms } from './figures.ts'
import type { Phase } from './load-phases.ts'
import { kinds, shares } from './mix.ts'
import type { Mixed, Outcome } from './mixed-load.ts'
import { say, table, type Target } from './report.ts'

/** Prints how a site stood in each phase; answers with its targets. */
export function reportLoad(name: string, found: readonly Phase[]): Target[] {
  say(`### ${name}`)
  say()
  const mix = kinds.map((kind) => `${shares[kind] * 100} % ${kind}`).join(', ')
  say(`${mix}. Times count from the moment a request was due; those of good answers.`)
  say()
  const head = ['', 'come a second', 'good a second', 'p50', 'p95', 'p99', 'max']
  table([...head, '503', 'p99 of a 503', 'other', 'memory', 'cores', 'left late, p99'], found.map(rowOf))
  for (const { name: phase, mixed } of found.slice(0, -1)) reportKinds(phase, mixed)
  return targetsOf(found).map((target) => ({ ...target, what: `${target.what}, ${name}` }))
}

function rowOf({ name, offered, goodput, mixed, memory, cores }: Phase): string[] {
  const { p50, p95, p99, max, shed, shedP99, failed } = mixed.all
  return [
    name,
    count(offered),
    count(goodput),
    ...[p50, p95, p99, max].map(ms),
    count(shed),
    shed > 0 ? ms(shedP99) : '–',
    count(failed),
    mB(memory),
    cores.toFixed(2),
    ms(mixed.lateP99),
  ]
}

function reportKinds(phase: string, mixed: Mixed): void {
  say(`With ${phase}, by what visitors do:`)
  say()
  const row = (kind: string, { sent, good, p50, p95, p99, max, shed, failed }: Outcome) => [
    kind,
    count(sent),
    count(good),
    ...[p50, p95, p99, max].map(ms),
    count(shed),
    count(failed),
  ]
  table(
    ['', 'sent', 'good', 'p50', 'p95', 'p99', 'max', '503', 'other'],
    kinds.map((kind) => row(kind, mixed[kind])),
  )
}

function targetsOf(found: readonly Phase[]): Target[] {
  const [half, , threefold, after] = found
  if (!half || !threefold || !after) return []
  const share = threefold.goodput / Math.max(...found.map(({ goodput }) => goodput))
  const { shedP99, shed } = threefold.mixed.all
  const bad = ({ mixed }: Phase) => mixed.all.shed + mixed.all.failed
  return [
    {
      what: 'good answers at three times',
      measured: `${Math.round(share * 100)} % of the peak`,
      asked: '≥ 80 %',
      met: share >= 0.8,
    },
    {
      what: 'a refusal at three times, p99',
      measured: shed > 0 ? ms(shedP99) : 'none',
      asked: '< 100 ms',
      met: shed === 0 || shedP99 < 100,
    },
    below('enquiries at half, p95', half.mixed.enquiry.p95, 300),
    below('pages at half, p99', half.mixed.page.p99, 100),
    { what: 'not answered at half', measured: count(bad(half)), asked: '0', met: bad(half) === 0 },
    { what: 'not answered at half again', measured: count(bad(after)), asked: '0', met: bad(after) === 0 },
  ]
}

function below(what: string, measured: number, limit: number): Target {
  return { what, measured: ms(measured), asked: `< ${limit} ms`, met: measured < limit }
}
