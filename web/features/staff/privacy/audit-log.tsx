import { useState } from 'react'
import { privacyWords as words } from '#contract/messages/staff-privacy.ts'
import { auditList, auditVerification, type AuditList } from '#contract/schemas/staff-privacy.ts'
import { ask, useAction, usePages } from '#web/features/staff/calls.ts'
import { whenText } from '#web/features/staff/format.tsx'
import { Loaded, More, Panel, Problem } from '#web/features/staff/screen.tsx'
import { ActionButton } from '#web/ui/button.tsx'

const path = 'privacy/audit'

/** Who saw, took, changed or destroyed what is kept of people; and whether the log of it is whole. */
export function AuditLog() {
  const log = usePages({ key: ['audit'], path, schema: auditList, cursor: 'before', list: 'entries' })
  const [said, setSaid] = useState('')
  const action = useAction()
  return (
    <Panel
      title={words.audit}
      actions={
        <ActionButton
          {...action.press(
            'verify',
            () => ask({ path: `${path}/verification`, schema: auditVerification }),
            ({ entries, lastHash, fault }) =>
              setSaid(fault === null ? words.whole(entries, lastHash) : words.broken(fault)),
          )}
        >
          {words.verify}
        </ActionButton>
      }
    >
      <p role="status" className="wrap-anywhere">
        {said}
      </p>
      <Problem>{action.problem}</Problem>
      <Loaded query={log}>{(entries) => <Entries entries={entries} />}</Loaded>
      <More list={log} words={words.more} />
    </Panel>
  )
}

function Entries({ entries }: Pick<AuditList, 'entries'>) {
  if (entries.length === 0) return <p className="text-quiet">{words.noEntries}</p>
  return (
    <ul className="desk-lines">
      {entries.map(({ seq, at, actor, action, reference, detail }) => (
        <li key={seq}>
          <span className="min-w-0 wrap-anywhere">
            <strong>{action}</strong> · {actor} <span className="text-quiet">· {whenText(at)}</span>
            <span className="block text-quiet">
              {[`#${seq}`, reference, ...Object.entries(detail).map(([name, value]) => `${name}: ${value}`)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
