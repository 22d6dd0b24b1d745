import { useQuery } from '@tanstack/react-query'
import { deskWords, screenNames } from '#contract/messages/staff.ts'
import { privacyWords as words } from '#contract/messages/staff-privacy.ts'
import { staffApi } from '#contract/paths.ts'
import { retentionPreview } from '#contract/schemas/staff-privacy.ts'
import { Loaded, Screen } from '#web/features/staff/screen.tsx'
import { bodyOf } from '#web/features/staff/session.ts'
import { getJson } from '#web/lib/api.ts'
import { AuditLog } from './audit-log.tsx'
import { Counts } from './counts.tsx'
import { PersonData } from './person-data.tsx'

/** People's requests, what is past its period, and the audit log. */
export function PrivacyScreen() {
  return (
    <Screen title={screenNames.privacy}>
      <div className="desk-stack">
        <div className="desk-columns desk-columns-even">
          <PersonData />
          <Retention />
        </div>
        <AuditLog />
      </div>
    </Screen>
  )
}

function Retention() {
  const url = `${staffApi}/privacy/retention`
  const query = useQuery({
    queryKey: ['retention'],
    queryFn: () => bodyOf(() => getJson({ url, schema: retentionPreview, fallback: deskWords.failed })),
  })
  return (
    <section className="desk-panel desk-stack" aria-labelledby="retention">
      <h2 id="retention">{words.retention}</h2>
      <p className="text-quiet">{words.retentionLead}</p>
      <Loaded query={query}>
        {({ periods }) => <Counts counts={periods.map(({ name, count }) => [name, count])} />}
      </Loaded>
    </section>
  )
}
