import { useState } from 'react'
import { screenNames } from '#contract/messages/staff.ts'
import {
  type AuditAction,
  type PeriodName,
  auditActions,
  auditActors,
  auditDetail,
  periodNames,
} from '#contract/messages/staff-audit.ts'
import { privacyWords as words } from './words.ts'
import type { AuditList, DueList } from '#contract/schemas/staff-privacy.ts'
import { useCall, usePages, useSend } from '#web/features/staff/calls.ts'
import { dayText, whenText } from '#web/features/staff/format.tsx'
import { Link, recordPath } from '#web/features/staff/router.tsx'
import { SureButton } from '#web/features/staff/controls.tsx'
import { Loaded, More, Panel, Problem, Screen } from '#web/features/staff/screen.tsx'
import { Counts, PersonData } from './person-data.tsx'

/** People's requests, what is past its period, and the audit log. */
export function PrivacyScreen() {
  const query = useCall('privacy.retention', {})
  return (
    <Screen title={screenNames.privacy}>
      <div className="stack">
        <div className="grid grid-cols-1 gap-3 min-[72rem]:grid-cols-2">
          <PersonData />
          <Panel title={words.retention}>
            <p className="text-quiet">{words.retentionLead}</p>
            <Loaded query={query}>
              {({ periods, pause }) => (
                <>
                  {pause && <Pause {...pause} />}
                  <Counts
                    counts={periods.map(({ name, count }) => [
                      periodNames[name as PeriodName] ?? name,
                      count,
                    ])}
                  />
                </>
              )}
            </Loaded>
          </Panel>
        </div>
        <Due />
        <AllSessions />
        <AuditLog />
      </div>
    </Screen>
  )
}

/** Why nothing is deleted now, and how an owner resumes deletion. */
function Pause({ from, to, until }: { from: string; to: string; until: string }) {
  const confirm = useSend('privacy.confirmClock')
  return (
    <div className="note stack">
      <p>{words.paused(whenText(from), whenText(to), whenText(until))}</p>
      <div className="flex flex-wrap items-center gap-2">
        <SureButton sure={words.clockRightSure} busy={confirm.busy} onSure={() => confirm.send({})}>
          {words.clockRight}
        </SureButton>
      </div>
      <Problem>{confirm.problem}</Problem>
    </div>
  )
}

/** What is deleted within thirty days, in time to act. */
function Due() {
  const list = usePages('privacy.due', { query: {} }, { cursor: 'after', list: 'records' })
  return (
    <Panel title={words.due}>
      <p className="text-quiet">{words.dueLead}</p>
      <Loaded query={list}>{(records) => <DueRecords records={records} />}</Loaded>
      <More list={list} words={words.more} />
    </Panel>
  )
}

function DueRecords({ records }: Pick<DueList, 'records'>) {
  if (records.length === 0) return <p className="text-quiet">{words.noneDue}</p>
  return (
    <ul className="lines">
      {records.map(({ reference, name, due }) => (
        <li key={reference}>
          <span className="min-w-0 wrap-anywhere">
            <Link href={recordPath(reference)} className="link">
              {name || words.unreadableName}
            </Link>
            <span className="text-quiet">{` · ${reference} · ${words.dueOn(dayText(due))}`}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Ends the sessions of all visitors, for example after a leak. */
function AllSessions() {
  const [said, setSaid] = useState('')
  const end = useSend('privacy.endAllSessions', ({ ended }) => setSaid(words.ended(ended)))
  return (
    <Panel title={words.sessions}>
      <p className="text-quiet">{words.sessionsLead}</p>
      <div className="flex flex-wrap items-center gap-2">
        <SureButton sure={words.endAllSure} busy={end.busy} onSure={() => end.send({})}>
          {words.endAll}
        </SureButton>
      </div>
      <Problem>{end.problem}</Problem>
      <p role="status">{said}</p>
    </Panel>
  )
}

/** Who saw, exported, changed or erased personal data. */
function AuditLog() {
  const log = usePages('audit.read', { query: {} }, { cursor: 'before', list: 'entries' })
  return (
    <Panel title={words.audit}>
      <Loaded query={log}>{(entries) => <Entries entries={entries} />}</Loaded>
      <More list={log} words={words.more} />
    </Panel>
  )
}

function Entries({ entries }: Pick<AuditList, 'entries'>) {
  if (entries.length === 0) return <p className="text-quiet">{words.noEntries}</p>
  return (
    <ul className="lines">
      {entries.map(({ seq, at, actor, action, reference, detail }) => (
        <li key={seq}>
          <span className="min-w-0 wrap-anywhere">
            <strong>{auditActions[action as AuditAction] ?? action}</strong>
            {` · ${auditActors[actor] ?? actor} `}
            <span className="text-quiet">· {whenText(at)}</span>
            <span className="block text-quiet">
              {[`#${seq}`, reference, ...auditDetail(detail)].filter(Boolean).join(' · ')}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
