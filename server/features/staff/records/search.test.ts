import { describe, expect, it } from 'vitest'
import type { RecordDetail, SearchAnswer } from '#contract/schemas/staff-records.ts'
import { insertEnquiries, newEnquiry } from '#tests/support/enquiry.ts'
import { wordsOf } from '#server/features/records/search-store.ts'
import { freshApplication, freshEnquiry, lastAudit, sharedDesk } from '#tests/support/desk-records.ts'
import { addExecutive } from '#tests/support/executive.ts'
import { engines } from '#tests/support/place.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { addStaff, signedIn } from '#tests/support/staff.ts'
import { exportCsv, csv } from './export-service.ts'

it.each([
  ['Meera  DESAI-Rao', ['meera', 'desai', 'rao']],
  ['ﬁona Ⅳ', ['fiona', 'iv']],
  ['राजेश कुमार', ['राजेश', 'कुमार']],
  ['ક્‍ષિતિજ', ['ક્ષિતિજ']],
  ['—', []],
])('the words of %s', (text, words) => expect(wordsOf(text)).toEqual(words))

/** Scripts, formulas and similar texts, which must be shown as text everywhere. */
const hostile = [
  ...['=HYPERLINK("http://evil.example","x")', "+cmd|'/c calc'!A1", '-1+1', '@SUM(1)', '\t=1', '\r=1'],
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "';alert(1)//"],
  ...['{{7*7}}', '${7*7}', 'javascript:alert(1)', '\u202ealert'],
]

describe.each(engines)('the search of the desk on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })
  const [desk, owner] = [sharedDesk(server, 'recruiter'), sharedDesk(server, 'owner')]

  async function found(q: string): Promise<(string | null)[]> {
    const names: (string | null)[] = []
    let after: string | null | undefined
    while (after !== null) {
      const page: { status: number; text: string; body: SearchAnswer } = await desk('search', { q, after })
      expect([page.status, page.body.hits.length <= 25], page.text).toEqual([200, true])
      names.push(...page.body.hits.map(({ reference }) => reference))
      after = page.body.next
    }
    return names
  }
  const enquiry = async (name: string, change = {}) =>
    (await freshEnquiry(server.deps, { name, ...change })).reference

  it.each([
    ['Ojaswini Trivedi', ['ojaswini', 'TRIVEDI', 'oja', 'ojasw', 'trivedi ojas', 'ojaswini t']],
    ['अनुराधा शर्मा', ['अनुराधा', 'शर्मा', 'अनुराधा श', 'अनुरा', 'शर्', 'अन']],
    ['હાર્દિક પટેલ', ['હાર્દિક', 'પટેલ હાર્દિક', 'પટે', 'હાર્']],
    ['கமலா சுந்தரம்', ['கம', 'சுந்']],
    ['Li Om', ['li', 'om li']],
  ])('finds %s by its words and their prefixes', async (name, queries) => {
    const reference = await enquiry(name)
    for (const query of queries) expect(await found(query), query).toEqual([reference])
    expect(await found(`${name} nobody`)).toEqual([])
  })

  it('finds records of every list, whole words first, page after page', async () => {
    const names: string[] = []
    for (let at = 0; at < 30; at += 1) {
      clock.advance(1000)
      names.unshift(await enquiry(`Zarina ${at}`))
    }
    const application = await freshApplication(server.deps, { full_name: 'Zarinabanu Khan' })
    const person = await addExecutive(server.deps, { name: 'Zarinaben Shaikh' })
    const all = await found('zarina')
    expect(all.slice(0, 30)).toEqual(names)
    expect(all.slice(30).toSorted()).toEqual([application.reference, person.reference])
  })

  it('finds an exact reference, e-mail or phone', async () => {
    const contact = { email: 'Only.One@example.in', phone: '7012345678' }
    const reference = await enquiry('Nobody Else', contact)
    for (const query of [reference, reference.toLowerCase(), ' only.one@EXAMPLE.in ', '+91 70123 45678'])
      expect(await found(query), query).toEqual([reference])
    for (const query of ['EN-000000', 'nobody@example.in', '7099999999', '···', 'Only.One'])
      expect(await found(query), query).toEqual([])
  })

  it('finds an application by its phone even if a later one has the same phone', async () => {
    const phone = '7012345679'
    const earlier = await freshApplication(server.deps, { phone })
    const claim = server.deps.db.updateTable('records').where('id', '=', earlier.id)
    await claim.set({ phone_claim: null }).execute()
    clock.advance(1)
    const later = await freshApplication(server.deps, { phone })
    expect(await found(phone)).toEqual([later.reference, earlier.reference])
  })

  it('shows the texts of visitors as text in lists, records, hits and the export', async () => {
    for (const [at, text] of hostile.entries()) {
      const reference = await enquiry(`${text} payload${at}`, { enquiry: text })
      const { body, headers } = await desk<RecordDetail>(`records/enquiries/${reference}`)
      expect(headers.get('content-type')).toMatch(/^application\/json/)
      expect(body.name).toBe(`${text} payload${at}`)
      expect(body.asked).toContainEqual({ label: 'Enquiry', value: text })
      expect(await found(`payload${at}`)).toContain(reference)
    }
    const file = await owner('export', { kind: 'enquiries', status: 'new' })
    const headers = { 'content-type': 'text/csv; charset=utf-8', 'x-content-type-options': 'nosniff' }
    expect(Object.fromEntries(file.headers)).toMatchObject(headers)
    const cells = file.text.replaceAll('""', '').split(/,|\r\n/)
    expect(cells.filter((cell) => /^"?[=+@\t\r-]/.test(cell))).toEqual([])
    expect(file.text).toContain('payload12')
  })

  it('exports all filtered records, and records who exported them', async () => {
    await enquiry('Nobody Else', { email: 'Exported.One@example.in', phone: '7012345670' })
    await addExecutive(server.deps)
    const { body } = await owner('records/enquiries')
    const stored = server.deps.db.selectFrom('records').select('id')
    const rows = await stored.where('kind', '=', 'enquiries').execute()
    const file = await owner('export', { kind: 'enquiries', assigned: 'nobody' })
    expect(file.headers.get('x-export-rows')).toBe(String(rows.length))
    expect(file.text.match(/^"EN-/gm)).toHaveLength(rows.length)
    expect(file.text).toMatch(/^\ufeff?"Reference","Status","Assigned to","Received","Last changed","Name"/)
    expect(file.text).toMatch(/"New","","20 Nov 2026 12:\d\d","20 Nov 2026 12:\d\d","Nobody Else"/)
    expect(JSON.stringify(body)).not.toContain('exported.one@example.in')
    expect(file.text).toContain('Exported.One@example.in')
    const entry = { action: 'export', actor: expect.stringMatching(/^staff:/) }
    expect(await lastAudit(server)).toMatchObject(entry)
    const none = await owner('export', { kind: 'executives', place: 'nowhere' })
    expect(none.text.trim().split('\r\n')).toHaveLength(1)
    const people = await owner('export', { kind: 'executives' })
    expect(people.text).toContain('XXXXXXXX9012')
    expect(people.text).not.toContain('123456789012')
    expect((await desk('export', { kind: 'enquiries' })).status).toBe(403)
  })

  it('exports the selected ones of the filtered records', async () => {
    const [one, two, other] = [await enquiry('One'), await enquiry('Two'), await enquiry('Other')]
    const references = [one, two]
    const file = await owner('export', { kind: 'enquiries', assigned: 'nobody', references })
    expect(file.headers.get('x-export-rows')).toBe('2')
    for (const reference of references) expect(file.text).toContain(`"${reference}"`)
    expect(file.text).not.toContain(other)
    const { detail } = await lastAudit(server)
    expect(JSON.parse(detail)).toEqual({ list: 'enquiries', filters: 'assigned references', rows: 2 })
    expect((await owner('export', { kind: 'enquiries', status: 'won', references })).text).not.toContain(one)
    for (const wrong of [[], ['EN-1']])
      expect((await owner('export', { kind: 'enquiries', references: wrong })).status).toBe(422)
  })

  it.each([
    ['whose owner is disabled', { disabled_at: 1 }],
    ['whose owner is one no longer', { role: 'recruiter' as const }],
  ])('stops an export %s', async (_, change) => {
    const { db } = server.deps
    const staffId = await addStaff(server.deps, 'owner')
    await signedIn(server, 'owner', { staffId })
    const session = db.selectFrom('staff_sessions').select('id').where('staff_id', '=', staffId)
    const query = { kind: 'enquiries', filters: {}, staffId } as const
    const enquiries = Array.from({ length: 201 }, () => newEnquiry({ createdAt: clock.now() }))
    await db.transaction().execute((trx) => insertEnquiries(trx, server.deps.cipher, enquiries))
    const file = exportCsv(server.deps, query, (await session.executeTakeFirstOrThrow()).id)
    const begun = [await file.next(), await file.next(), await file.next()].map(({ value }) => value)
    const [head, rows] = [/^"Reference",/, /^"EN-/].map((start) => expect.stringMatching(start))
    expect(begun).toEqual(['\ufeff', head, rows])
    await db.updateTable('staff').set(change).where('id', '=', staffId).execute()
    await expect(file.next()).rejects.toThrow('its session has ended')
  })
})

/** Splits a line into cells as a spreadsheet does: quotes count only at the beginning of a cell. */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = []
  let at = 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      for (at += 1; at < text.length; at += 1) {
        if (text[at] === '"' && text[(at += 1)] !== '"') break
        cell += text[at]
      }
    }
    while (at < text.length && text[at] !== separator && !/[\r\n]/.test(text[at] ?? '')) {
      cell += text[at]
      at += 1
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
    cells.push(cell)
  }
  return cells
}

async function written(text: string): Promise<string> {
  async function* rows() {
    yield { reference: 'EN-000001', enquiry: text, suspect: null }
  }
  let file = ''
  for await (const part of csv(rows(), ['reference', 'enquiry', 'suspect'])) file += part
  return file
}

const formula = "=cmd|' /C calc'!A0"

it.each([
  ...[formula, '+1', '-2+3', '@SUM(1)', '\t=1', '\r=1', '  =1', '\uff1d1', `x;${formula};y`, `x; ${formula}`],
  ...[`x\n${formula};y`, 'x\r\n-1', `x\t${formula}`],
  ...[`"${formula}`, `";${formula}`, `a","${formula}`, `"",${formula}`],
])('no cell of %j begins with a formula, whatever separates cells', async (text) => {
  const file = await written(text)
  for (const separator of [',', ';', '\t']) {
    const cells = cellsOf(file, separator)
    expect(cells.filter((cell) => /^\s*[=+@\uff1d\uff0b\uff20\uff0d-]|^[\t\r\n]/.test(cell))).toEqual([])
  }
})

const plain = [
  'plain',
  'a "quoted" word',
  'one; two, three',
  'one\ntwo',
  '₹5,000 – ok',
  'x-y=z@example.in',
  '',
]
it.each(plain)('%j is one cell, unchanged', async (text) => {
  const cells = cellsOf(await written(text), ',')
  expect(cells).toEqual(['reference', 'enquiry', 'suspect', 'EN-000001', text, ''])
})

it('every cell is in quotes, including empty ones', async () => {
  expect(await written('a "b"; c')).toBe('"reference","enquiry","suspect"\r\n"EN-000001","a ""b""; c",""\r\n')
})
