import { describe, expect, it } from 'vitest'
import { addRecordEvent } from '#server/platform/records/events.ts'
import { type AnyRow, rowsOf, tableNames } from '#server/platform/db/tables.ts'
import { documentPart, goodApplication, postApplication } from '#tests/support/application.ts'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { signAgreement } from '#tests/support/executive.ts'
import { everythingOf } from '#tests/support/person.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { registered } from '#tests/support/registration.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { exportedColumns, exportSubject } from './subject-export.ts'

/** Tables without columns of their own in a person's file, and why. */
const elsewhere: Record<string, string> = {
  ...{ record_events: 'in the work on each record', jobs: 'kind, status and time of those that name a row' },
  ...{ sessions: 'counted', session_photos: 'of a session, for hours' },
  ...{
    one_time_codes: 'for minutes',
    use_counts: 'for a day',
    code_sends: 'of nobody',
  },
  ...{ application_links: 'for a week: the address of an application', record_links: 'hashes of links' },
  ...{
    search_tokens: 'hashes of words of names',
    pending_files: 'ids of files',
    erasures: 'of who was erased',
  },
  ...{ sandbox_entries: 'the sandbox’s' },
  ...{ staff: 'of staff', staff_passkeys: 'of staff', staff_invitations: 'of staff' },
  ...{ staff_challenges: 'of staff', staff_sessions: 'of staff', staff_views: 'of staff' },
  ...{
    audit_log: 'references and counts',
    audit_ends: 'of nobody',
    clock_watch: 'of nobody',
    digests: 'of nobody',
    schedules: 'of nobody',
  },
  ...{ key_check: 'of nobody', seal_keys: 'of nobody', funnel_counts: 'of nobody' },
  ...{ webhook_endpoints: 'of nobody', webhook_deliveries: 'references' },
  ...{ vacancies: 'of employers', vacancy_revisions: 'of nobody' },
  ...{ vacancy_candidates: 'in the work on each record', document_requests: 'in the work on each record' },
  ...{ reminders: 'times of mails', paused_registrations: 'for a week: what is not sent yet' },
}

describe.each(enginesInTurn)('a person’s file on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })

  it('decides on every column of every table: a new one is told or left out by name', async () => {
    const tables = await server.deps.db.introspection.getTables()
    const isOurs = (name: string) => tableNames.some((known) => known === name)
    for (const { name, columns } of tables.filter((table) => isOurs(table.name))) {
      if (name in elsewhere) continue
      const decided = Object.entries(exportedColumns).find(([table]) => table === name)?.[1]
      const names = Object.values(decided ?? {}).flat()
      expect(names.toSorted(), name).toEqual(columns.map((column) => column.name).toSorted())
      expect(new Set(names).size, name).toBe(names.length)
    }
    expect(Object.keys(elsewhere).filter((name) => !isOurs(name))).toEqual([])
  })

  it('has what the person gave, and no id of ours, no index and no name of a stored file', async () => {
    const { deps } = server
    const { id, fields } = await registered(server.url, { now: clock.now() })
    const { name = '', email = '', phone = '', accountNo = '', transactionId = '' } = fields
    await postApplication(server.url, { ...goodApplication, email, phone }, [documentPart()])
    await postEnquiry(server.url, { ...goodEnquiry, email, phone })
    await signAgreement(server, { link: id, name })
    const person = await everythingOf(deps, email)
    const [application = ''] = person.rows.applications
    const work = {
      record: { kind: 'applications', id: application },
      at: clock.now(),
      staffId: 'staff-id-of-asha',
    } as const
    await addRecordEvent(deps.db, deps.cipher, { ...work, kind: 'note', detail: { text: 'A good typist' } })
    await addRecordEvent(deps.db, deps.cipher, {
      ...work,
      at: clock.now() + 1,
      kind: 'assigned',
      detail: { from: '', to: 'staff-id-of-asha' },
    })
    const changed = { what: 'changed', field: 'E-mail', from: 'o***@e***.in', earlier: 'old@example.in' }
    const byThemselves = { ...work, at: clock.now() + 2, staffId: null, kind: 'own' } as const
    await addRecordEvent(deps.db, deps.cipher, { ...byThemselves, detail: changed })

    const held = await exportSubject(deps, person)
    const text = JSON.stringify(held)
    const written = ['A good typist', goodEnquiry.enquiry, 'old@example.in']
    for (const fact of [name, email, phone, accountNo, transactionId, ...written])
      expect(text).toContain(fact)
    expect(held).toMatchObject({
      enquiries: [{ reference: expect.stringMatching(/^EN-/) }],
      applications: [
        { documents: [{ field: 'resume', kind: 'pdf' }], work: [{ what: 'note' }, { what: 'assigned' }, {}] },
      ],
      registrations: [
        {
          reference: expect.stringMatching(/^EX-/),
          consents: [{ version: expect.any(String) }, { version: expect.any(String) }],
          agreements: [{ facts: { person: { name } }, acceptance: { signName: name } }],
        },
      ],
      mandates: [{ account_no: accountNo, learnt: expect.any(Array) }],
    })
    const hidden = new Set<string>(['staff-id-of-asha'])
    for (const [table, { 'left out': columns = [] }] of Object.entries(exportedColumns)) {
      for await (const row of rowsOf(deps.db, table as keyof typeof exportedColumns)) {
        for (const column of columns) hidden.add(String((row as AnyRow)[column]))
      }
    }
    for await (const { id: session } of rowsOf(deps.db, 'sessions')) hidden.add(String(session))
    // Short values, such as a count, stand in other words too.
    const secrets = [...hidden].filter((value) => value.length >= 12)
    expect(secrets.length).toBeGreaterThan(20)
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  })
})
