import { screenNames } from '#contract/messages/staff.ts'
import { privacyWords as words } from '#contract/messages/staff-privacy.ts'
import { retentionPreview } from '#contract/schemas/staff-privacy.ts'
import { useRead } from '#web/features/staff/calls.ts'
import { Loaded, Panel, Screen } from '#web/features/staff/screen.tsx'
import { AuditLog } from './audit-log.tsx'
import { Counts, PersonData } from './person-data.tsx'

/** People's requests, what is past its period, and the audit log. */
export function PrivacyScreen() {
  const query = useRead({ key: ['retention'], path: 'privacy/retention', schema: retentionPreview })
  return (
    <Screen title={screenNames.privacy}>
      <div className="desk-stack">
        <div className="desk-halves">
          <PersonData />
          <Panel title={words.retention}>
            <p className="text-quiet">{words.retentionLead}</p>
            <Loaded query={query}>
              {({ periods }) => <Counts counts={periods.map(({ name, count }) => [name, count])} />}
            </Loaded>
          </Panel>
        </div>
        <AuditLog />
      </div>
    </Screen>
  )
}
