import { recordWords } from '#contract/messages/staff-record.ts'
import type { TimelineEntry } from '#contract/schemas/staff-records.ts'
import { whenText } from '#web/features/staff/format.ts'

/** Everything that happened to a record, the newest first. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  const newest = [...entries].sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
  return (
    <section className="desk-panel" aria-labelledby="timeline">
      <h2 id="timeline">{recordWords.timeline}</h2>
      <ol className="desk-timeline">
        {newest.map(({ at, kind, by, text }, place) => (
          <li key={`${at} ${kind} ${newest.length - place}`} data-kind={kind}>
            <p className="desk-timeline-text">{text}</p>
            <p className="text-quiet">
              <time dateTime={at}>{whenText(at)}</time>
              {by && ` · ${by.name}`}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
