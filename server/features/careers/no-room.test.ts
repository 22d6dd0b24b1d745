import { afterEach, describe, expect, it, vi } from 'vitest'
import { careerMessages } from '#contract/messages/en/careers.ts'
import { defaultAgency } from '#contract/schemas/agency.ts'
import { dictionaries } from '#server/platform/requested-language.ts'
import { FilesFull } from '#server/providers/files/port.ts'
import {
  documentPart,
  multipart,
  postApplication,
  postBody,
  somebody,
  textParts,
  uploadsKept,
} from '#tests/support/application.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { messagesTo } from '#tests/support/visitor.ts'

const awaited = { message: careerMessages.documentsAwaited, documents: 'awaited' }

async function mailsTo(server: TestServer, to: string) {
  await server.workOff()
  return messagesTo(server, to)
}

function storedOf({ deps: { db } }: TestServer) {
  return db.selectFrom('records').select(['id', 'documents']).execute()
}

describe.each(enginesInTurn)('an application for whose documents there is no room, on %s', (engine) => {
  const server = sharedServer({ engine })
  afterEach(async () => {
    vi.restoreAllMocks()
    await server.deps.db.deleteFrom('application_files').execute()
    for (const table of ['records', 'application_links', 'jobs'] as const)
      await server.deps.db.deleteFrom(table).execute()
  })
  /** From the second document on. */
  function fillStorage() {
    const { files } = server.deps
    const put = files.put.bind(files)
    let count = 0
    vi.spyOn(files, 'put').mockImplementation((id, bytes) => {
      count += 1
      return count > 1 ? Promise.reject(new FilesFull('full')) : put(id, bytes)
    })
  }
  const two = [documentPart('resume'), documentPart('pan_card', undefined, 'pan.pdf')]

  it('is stored without them, and everybody is told', async () => {
    fillStorage()
    const person = somebody()
    const { status, body } = await postApplication(server.url, person, two)
    expect([status, body]).toMatchObject([201, awaited])
    expect(await storedOf(server)).toMatchObject([{ documents: 0 }])
    expect((await uploadsKept(server.place.dataDir)).spool).toEqual([])
    const { subject } = dictionaries.en.personMails.documentsAwaited
    // Whoever has no JavaScript answers it with the documents.
    const replyTo = defaultAgency.email
    expect(await mailsTo(server, person.email)).toContainEqual(expect.objectContaining({ subject, replyTo }))
    const toStaff = (await mailsTo(server, 'inbox@agency.example')).map(({ text }) => text)
    expect(toStaff.find((text) => text.includes(person.full_name))).toContain('AWAITED')
  })

  it('gets them by the link of the mail, and by another where there was no room again', async () => {
    const person = somebody()
    const tokenOf = async () => {
      const mail = (await mailsTo(server, person.email)).find(({ text }) => text.includes('#replace='))
      return /\/career#replace=([\w-]{32})\n/.exec(mail?.text ?? '')?.[1] ?? ''
    }
    fillStorage()
    await postApplication(server.url, person, two)
    const first = await tokenOf()
    expect((await postApplication(server.url, { ...person, replace: first }, two)).body).toMatchObject(
      awaited,
    )
    vi.restoreAllMocks()
    const second = await tokenOf()
    expect(second).not.toBe(first)
    const { status, body } = await postApplication(server.url, { ...person, replace: second }, two)
    expect([status, body]).toMatchObject([201, { message: careerMessages.sent }])
    expect(await storedOf(server)).toEqual([{ id: expect.any(String), documents: 9 }])
    const toStaff = (await mailsTo(server, 'inbox@agency.example')).map(({ text }) => text)
    expect(toStaff.filter((text) => text.includes('that came without its documents'))).not.toEqual([])
    expect((await postApplication(server.url, { ...person, replace: second }, two)).status).toBe(409)
  })

  it('has its texts checked, and its documents’ names', async () => {
    fillStorage()
    const wrong = { ...somebody(), email: 'nobody' }
    expect((await postApplication(server.url, wrong, two)).status).toBe(422)
    expect((await postApplication(server.url, somebody(), [])).status).toBe(422)
    expect(
      (await postApplication(server.url, somebody(), [documentPart('resume', undefined, 'cv.exe')])).status,
    ).toBe(415)
    expect(await storedOf(server)).toEqual([])
  })
})

it('of an address that has spent its bytes is stored without documents, in the words of its language', async () => {
  // 2 MiB an hour.
  const settings = { RATE_LIMIT_SCALE: '0.01', TRUST_PROXY: '127.0.0.1', LANGUAGES: 'en,gu' }
  await using server = await startServer({ settings })
  const send = async (bytes: number, headers: Record<string, string> = {}) => {
    const resume = documentPart(
      'resume',
      Buffer.concat([documentPart().content as Buffer, Buffer.alloc(bytes, 10)]),
    )
    const body = multipart([...textParts(somebody()), resume])
    return (await postBody(server.url, body, headers)).body
  }
  expect(await send(1_500_000)).toMatchObject({ message: careerMessages.sent })
  const message = dictionaries.gu.careerMessages.documentsAwaited
  expect(await send(1_500_000, { 'accept-language': 'gu' })).toMatchObject({ ...awaited, message })
  expect(await send(1_500_000, { 'x-forwarded-for': '203.0.113.9' })).toMatchObject({
    message: careerMessages.sent,
  })
  expect(await send(100_000)).toMatchObject({ message: careerMessages.sent })
  expect((await uploadsKept(server.place.dataDir)).files).toHaveLength(3)
})
