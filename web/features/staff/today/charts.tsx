import type { ReactNode } from 'react'
import { todayWords } from '#contract/messages/staff-today.ts'
import type { TodayAnswer } from '#contract/schemas/staff-records.ts'

const BAR = { width: 10, gap: 4, height: 120 }

/** What came in, a pair of bars a day; the same figures stand in the table below. */
export function DayChart({ days }: Pick<TodayAnswer, 'days'>) {
  const most = Math.max(1, ...days.flatMap(({ enquiries, applications }) => [enquiries, applications]))
  const step = BAR.width + BAR.gap
  const height = (count: number) => (count / most) * BAR.height
  const sum = (name: 'enquiries' | 'applications') => days.reduce((total, day) => total + day[name], 0)
  return (
    <Chart
      title={todayWords.days}
      columns={[todayWords.day, todayWords.enquiryCount, todayWords.applicationCount]}
      rows={days.map(({ day, enquiries, applications }) => [day, enquiries, applications])}
    >
      <p className="desk-legend">
        <span data-of="enquiries">{todayWords.totals.enquiries(sum('enquiries'))}</span>
        <span data-of="applications">{todayWords.totals.applications(sum('applications'))}</span>
      </p>
      <svg
        viewBox={`0 0 ${Math.max(1, days.length) * step - BAR.gap} ${BAR.height}`}
        preserveAspectRatio="none"
        className="desk-bars"
        aria-hidden="true"
      >
        {days.map(({ day, enquiries, applications }, place) => (
          <g key={day}>
            {[enquiries, applications].map((count, which) => (
              <rect
                key={which}
                data-of={which === 0 ? 'enquiries' : 'applications'}
                x={place * step + (which * BAR.width) / 2}
                y={BAR.height - height(count)}
                width={BAR.width / 2 - 0.5}
                height={height(count)}
              />
            ))}
          </g>
        ))}
      </svg>
      <p className="desk-axis" aria-hidden="true">
        <span>{days[0]?.day}</span>
        <span>{days.at(-1)?.day}</span>
      </p>
    </Chart>
  )
}

/** How far registrations came; the table itself carries the bars. */
export function Funnel({ funnel }: Pick<TodayAnswer, 'funnel'>) {
  const most = Math.max(1, ...funnel.map(({ count }) => count))
  return (
    <section className="desk-panel" aria-labelledby="funnel">
      <h2 id="funnel">{todayWords.funnel}</h2>
      <table className="desk-funnel" aria-labelledby="funnel">
        <thead className="sr-only">
          <tr>
            <th scope="col">{todayWords.step}</th>
            <th scope="col">{todayWords.people}</th>
          </tr>
        </thead>
        <tbody>
          {funnel.map(({ step, count }) => (
            <tr key={step}>
              <th scope="row">{todayWords.steps[step] ?? step}</th>
              <td>
                <span className="desk-meter" style={{ width: `${(count / most) * 75}%` }} />
                {count}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface ChartProps {
  title: string
  columns: string[]
  rows: (string | number)[][]
  children: ReactNode
}

function Chart({ title, columns, rows, children }: ChartProps) {
  return (
    <section className="desk-panel" aria-label={title}>
      <h2>{title}</h2>
      {children}
      <details>
        <summary className="link">{todayWords.asTable}</summary>
        <table className="desk-figures" aria-label={title}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([head, ...figures]) => (
              <tr key={head}>
                <th scope="row">{head}</th>
                {figures.map((figure, place) => (
                  <td key={columns[place + 1]}>{figure}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}
