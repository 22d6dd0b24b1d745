import { describe, expect, it } from 'vitest'
import { addRecordEvent } from '#server/features/records/timeline-store.ts'
import { type AnyRow, rowsOf, tableNames } from '#server/platform/db/tables.ts'
import type { Language } from '#contract/messages/languages.ts'
import type { NoticeForm } from '#contract/schemas/notices.ts'
import { noticeWords } from '#server/platform/consent-text-hash.ts'
import { documentPart, postApplication, somebody } from '#tests/support/application.ts'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { everythingOf, personOf, someoneEverywhere } from '#tests/support/person.ts'
import { referenceOf, registered } from '#tests/support/registration.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { everyLanguage, movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { exportedColumns, exportSubject } from './subject-export.ts'

/** Tables without columns of their own in a person's file, and why. */
const elsewhere: Record<string, string[]> = {
  'in the work on each record': ['record_events', 'vacancy_candidates', 'document_requests'],
  'kind, status and time of those that name a row': ['jobs'],
  counted: ['sessions'],
  'for hours or minutes': ['session_photos', 'one_time_codes'],
  'for a day': ['use_counts'],
  'for a week': ['application_links', 'paused_registrations'],
  'hashes, ids of files, references, counts, times of mails': [
    ...['record_links', 'search_tokens', 'pending_files', 'audit_log', 'webhook_deliveries', 'reminders'],
  ],
  'of who was erased': ['erasures'],
  'the sandbox’s': ['sandbox_entries'],
  'of staff': [
    ...['staff', 'staff_passkeys', 'staff_invitations', 'staff_challenges', 'staff_sessions', 'staff_views'],
  ],
  'of employers': ['vacancies'],
  'of nobody': [
    ...['code_sends', 'audit_pruned', 'clock_watch', 'digests', 'schedules', 'key_check', 'signing_keys'],
    ...['funnel_counts', 'webhook_endpoints', 'vacancy_revisions'],
  ],
}

describe.each(enginesInTurn)('a person’s file on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock, settings: everyLanguage })

  it('decides on every column of every table: a new one is exported or left out by name', async () => {
    const tables = await server.deps.db.introspection.getTables()
    const isOurs = (name: string) => tableNames.some((known) => known === name)
    const left = Object.values(elsewhere).flat()
    for (const { name, columns } of tables.filter((table) => isOurs(table.name))) {
      if (left.includes(name)) continue
      const decided = Object.entries(exportedColumns).find(([table]) => table === name)?.[1]
      const names = Object.values(decided ?? {}).flat()
      expect(names.toSorted(), name).toEqual(columns.map((column) => column.name).toSorted())
      expect(new Set(names).size, name).toBe(names.length)
    }
    expect(left.filter((name) => !isOurs(name))).toEqual([])
  })

  it('has what the person gave, but no id of ours, no index and no name of a stored file', async () => {
    const { deps } = server
    const { name, email, phone, accountNo, transactionId, note } = await someoneEverywhere(server)
    const person = await everythingOf(deps, email)
    const [application = ''] = person.rows.applications
    const work = { record: { kind: 'applications', id: application }, staffId: 'staff-id-of-asha' } as const
    const assigned = { at: clock.now(), kind: 'assigned', detail: { from: '', to: work.staffId } } as const
    await addRecordEvent(deps.db, deps.cipher, { ...work, ...assigned })
    const detail = { what: 'changed', field: 'E-mail', from: 'o***@e***.in', earlier: 'old@example.in' }
    const byThemselves = { at: clock.now() + 1, staffId: null, kind: 'own', detail } as const
    await addRecordEvent(deps.db, deps.cipher, { ...work, ...byThemselves })

    const held = await exportSubject(deps, person)
    const text = JSON.stringify(held)
    const written = [note, goodEnquiry.enquiry, 'old@example.in']
    for (const fact of [name, email, phone, accountNo, transactionId, ...written])
      expect(text).toContain(fact)
    expect(held).toMatchObject({
      enquiries: [{ reference: expect.stringMatching(/^EN-/) }],
      applications: [
        {
          documents: expect.arrayContaining([expect.objectContaining({ field: 'resume', kind: 'pdf' })]),
          work: [{ what: 'assigned' }, {}],
        },
      ],
      registrations: [
        {
          reference: expect.stringMatching(/^EX-/),
          work: [{ what: 'note' }],
          consents: [{ version: expect.any(String) }, { version: expect.any(String) }],
          agreements: [{ facts: { person: { name } }, acceptance: { signName: name } }],
        },
      ],
      mandates: [{ account_no: accountNo, learnt: expect.any(Array) }],
    })
    const hidden = new Set<string>([work.staffId])
    for (const [table, { 'left out': columns = [] }] of Object.entries(exportedColumns)) {
      for await (const row of rowsOf(deps.db, table as keyof typeof exportedColumns)) {
        for (const column of columns) hidden.add(String((row as AnyRow)[column]))
      }
    }
    for await (const { id: session } of rowsOf(deps.db, 'sessions')) hidden.add(String(session))
    // Short values, such as a count, occur in other texts too.
    const secrets = [...hidden].filter((value) => value.length >= 12)
    expect(secrets.length).toBeGreaterThan(20)
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  })

  it('of a reference names the notice that was shown before its form, in which language and words, and when', async () => {
    const { deps, url } = server
    const inGujarati = { 'accept-language': 'gu-IN' }
    const at = new Date(clock.now()).toISOString()
    const enquiry = { ...goodEnquiry, email: somebody().email, notice: '2026-11-21' }
    const application = { ...somebody(), notice: '2026-11-26' }
    const registration = await registered(url, { now: clock.now() })
    const references = [
      (await postEnquiry(url, enquiry, inGujarati)).body.reference,
      (await postApplication(url, application, [documentPart()], inGujarati)).body.reference,
      await referenceOf(deps, registration.id),
    ]
    const files = references.map(async (reference = '') =>
      exportSubject(deps, await personOf(deps, reference)),
    )
    const [ofEnquiry, ofApplication, ofRegistration] = await Promise.all(files)
    const shown = (form: NoticeForm, version: string, language: Language) => ({
      notice_version: version,
      notice_sha256: noticeWords(form, version, language)?.sha256,
    })
    const sent = { notice_language: 'gu', created_at: at }
    expect(ofEnquiry).toMatchObject({ enquiries: [{ ...sent, ...shown('enquiry', '2026-11-21', 'gu') }] })
    expect(ofApplication).toMatchObject({
      applications: [{ ...sent, ...shown('career', '2026-11-26', 'gu') }],
    })
    const given = { language: 'en', given_at: at, ...shown('registration', '2026-11-21', 'en') }
    expect(ofRegistration).toMatchObject({
      registrations: [
        { consents: expect.arrayContaining([expect.objectContaining({ purpose: 'aadhaar', ...given })]) },
      ],
    })
  })
})
