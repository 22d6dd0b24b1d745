import { todayWords } from './words.ts'
import type { TodayAnswer } from '#contract/schemas/staff-today.ts'
import { dayText } from '#web/features/staff/format.tsx'
import { Panel } from '#web/features/staff/screen.tsx'

const BAR = { width: 10, gap: 4, height: 120 }
const series = [
  { name: 'enquiries', sign: 'bg-accent', bar: 'fill-accent' },
  { name: 'applications', sign: 'bg-edge', bar: 'fill-edge' },
] as const

/** What arrived, a pair of bars a day; the table below has the same figures. */
export function DayChart({ days }: Pick<TodayAnswer, 'days'>) {
  const most = Math.max(1, ...days.flatMap(({ enquiries, applications }) => [enquiries, applications]))
  const step = BAR.width + BAR.gap
  const height = (count: number) => (count / most) * BAR.height
  return (
    <Panel title={todayWords.days}>
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-label text-quiet">
        {series.map(({ name, sign }) => (
          <span key={name}>
            <span aria-hidden className={`mr-1.5 inline-block size-3 ${sign}`} />
            {todayWords.totals[name](days.reduce((total, day) => total + day[name], 0))}
          </span>
        ))}
      </p>
      <svg
        viewBox={`0 0 ${Math.max(1, days.length) * step - BAR.gap} ${BAR.height}`}
        preserveAspectRatio="none"
        className="h-32 w-full border-b border-edge"
        aria-hidden="true"
      >
        {days.map((day, place) => (
          <g key={day.day}>
            {series.map(({ name, bar }, which) => (
              <rect
                key={name}
                className={bar}
                x={place * step + (which * BAR.width) / 2}
                y={BAR.height - height(day[name])}
                width={BAR.width / 2 - 0.5}
                height={height(day[name])}
              />
            ))}
          </g>
        ))}
      </svg>
      <p
        className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 -mt-3 text-label text-quiet"
        aria-hidden="true"
      >
        {[days[0], days.at(-1)].map((end, place) => (
          <span key={place}>{end && dayText(end.day)}</span>
        ))}
      </p>
      <DayTable days={days} />
    </Panel>
  )
}

const cell = 'border-b border-line py-0.5 pr-2 text-left font-normal wrap-anywhere'

function DayTable({ days }: Pick<TodayAnswer, 'days'>) {
  return (
    <details>
      <summary className="link">{todayWords.asTable}</summary>
      <table className="mt-2 w-full text-small digits" aria-label={todayWords.days}>
        <thead>
          <tr>
            {[todayWords.day, todayWords.enquiryCount, todayWords.applicationCount].map((column) => (
              <th key={column} scope="col" className={cell}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, enquiries, applications }) => (
            <tr key={day}>
              <th scope="row" className={cell}>
                {dayText(day)}
              </th>
              <td className={cell}>{enquiries}</td>
              <td className={cell}>{applications}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** How far registrations came; the table itself contains the bars. */
export function Funnel({ funnel }: Pick<TodayAnswer, 'funnel'>) {
  const most = Math.max(1, ...funnel.map(({ count }) => count))
  return (
    <Panel title={todayWords.funnel}>
      <table className="w-full" aria-label={todayWords.funnel}>
        <thead className="sr-only">
          <tr>
            <th scope="col">{todayWords.step}</th>
            <th scope="col">{todayWords.people}</th>
          </tr>
        </thead>
        <tbody>
          {funnel.map(({ step, count }) => (
            <tr key={step}>
              <th scope="row" className="w-2/5 py-1 pr-3 text-left font-normal">
                {todayWords.steps[step] ?? step}
              </th>
              <td className="digits">
                <span
                  className="mr-2 inline-block h-3.5 min-w-0.5 bg-accent align-[-1px]"
                  style={{ width: `${(count / most) * 75}%` }}
                />
                {count}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
