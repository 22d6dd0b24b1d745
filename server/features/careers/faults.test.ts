import { EventEmitter, once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { errorMessages } from '#contract/messages/en/common.ts'
import { api } from '#contract/paths.ts'
import { limitBodyTime } from '#server/platform/http/request-bodies.ts'
import { FilesUnavailable, FilesFull } from '#server/providers/files/port.ts'
import {
  boundary,
  goodApplication,
  multipart,
  documentPart,
  pdfOf,
  postApplication,
  somebody,
  textParts,
  uploadsKept,
  postBody,
  fieldsOf,
} from '#tests/support/application.ts'
import { eventually } from '#tests/support/eventually.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { careerMessages } from '#contract/messages/en/career-answers.ts'
import { defaultAgency } from '#contract/schemas/agency.ts'
import { dictionaries } from '#server/platform/requested-language.ts'
import { mailsTo } from '#tests/support/visitor.ts'

const allDocuments = fieldsOf('pdf').map((field) => documentPart(field))

async function kept({ deps, place }: TestServer) {
  const rows = await deps.db.selectFrom('records').select('id').execute()
  const told = deps.db.selectFrom('jobs').select('id').where('kind', '=', 'careers.notify-agency')
  const jobs = await told.execute()
  const { files, spool } = await uploadsKept(place.dataDir)
  return { rows: rows.length, jobs: jobs.length, files: files.length, spool: spool.length }
}

const nothing = { rows: 0, jobs: 0, files: 0, spool: 0 }
const one = { rows: 1, jobs: 1, files: 1, spool: 0 }

/** Deletes all applications and files. */
async function forget({ deps: { db, files } }: TestServer): Promise<void> {
  for await (const { id } of files.list()) await files.remove(id)
  for (const table of ['application_files', 'records', 'application_links', 'pending_files', 'jobs'] as const)
    await db.deleteFrom(table).execute()
}

/** Sends the beginning of an application over its own connection; returns a function that sends the rest. */
async function begin(url: string, body: Buffer, share: number) {
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  const type = `Content-Type: multipart/form-data; boundary=${boundary}`
  const head = [`POST ${api.careerApplication} HTTP/1.1`, 'Host: x', type, `Content-Length: ${body.length}`]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(body.subarray(0, Math.floor(body.length * share)))
  return socket
}

describe('the time an upload may take', () => {
  afterEach(() => vi.useRealTimers())

  /** A request with the parts that the limit reads. */
  function request(type = 'multipart/form-data; boundary=x') {
    const destroySoon = () => (socket.destroyed = true)
    const parts = { bytesRead: 0, writable: true, destroyed: false, end: vi.fn(), destroySoon }
    const socket = Object.assign(new EventEmitter(), parts)
    const headers = { 'content-length': '1000000', 'content-type': type }
    const raw = Object.assign(new EventEmitter(), { headers, socket })
    vi.useFakeTimers()
    limitBodyTime(raw as unknown as IncomingMessage)
    return { raw, socket }
  }

  it.each([
    ['of a phone on 2G is all that a request may take', 5000, 900],
    ['at what GPRS brings is enough for 400 kB', 2500, 155],
    ['at the speed of an attack is a minute and a half', 1200, 85],
    ['is a minute without a byte', 0, 60],
  ])('%s', (_, bytesASecond, seconds) => {
    const { socket } = request()
    let second = 0
    for (; second < 900 && !socket.destroyed; second += 1) {
      socket.bytesRead += bytesASecond
      vi.advanceTimersByTime(1000)
    }
    expect(second).toBe(seconds)
    expect(String(socket.end.mock.lastCall)).toMatch(seconds < 900 ? /^HTTP\/1\.1 408 / : /^undefined$/)
  })

  it('is 30 seconds for any other body, and does not count after the body has arrived', () => {
    const { socket } = request('application/json')
    socket.bytesRead = 500_000
    vi.advanceTimersByTime(29_000)
    expect(socket.end).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1000)
    expect(String(socket.end.mock.lastCall)).toMatch(/^HTTP\/1\.1 408 /)
    const whole = request()
    whole.raw.emit('end')
    vi.advanceTimersByTime(600_000)
    expect(whole.socket.end).not.toHaveBeenCalled()
  })
})

const awaited = { message: careerMessages.documentsAwaited, documents: 'awaited' }

function storedOf({ deps: { db } }: TestServer) {
  return db.selectFrom('records').select(['id', 'documents']).execute()
}

describe.each(enginesInTurn)('an application that is interrupted, on %s', (engine) => {
  const server = sharedServer({ engine })
  afterEach(async () => {
    vi.restoreAllMocks()
    await forget(server)
  })
  /** Makes the storage fail from the second document on. */
  function fillStorage() {
    const { files } = server.deps
    const put = files.put.bind(files)
    vi.spyOn(files, 'put').mockImplementationOnce(put).mockRejectedValue(new FilesFull('full'))
  }
  const two = [documentPart('resume'), documentPart('pan_card', undefined, 'pan.pdf')]
  const untilKept = (wanted: object) =>
    eventually(async () => expect(await kept(server)).toMatchObject(wanted))
  const wholeOf = (person: ReturnType<typeof somebody>, bytes = 1000) =>
    multipart([...textParts(person), documentPart('resume', pdfOf(bytes))])

  it.each([0.001, 0.5, 0.999])(
    'leaves nothing if its sender disconnects after %d of the body',
    async (share) => {
      const socket = await begin(server.url, wholeOf(somebody(), 2_000_000), share)
      if (share > 0.1)
        await eventually(async () => expect((await uploadsKept(server.place.dataDir)).spool).not.toEqual([]))
      socket.destroy()
      await untilKept(nothing)
      expect((await postApplication(server.url)).status).toBe(201)
      await untilKept(one)
      expect(server.log()).not.toMatch(/"level":"(error|fatal)"/)
    },
  )

  it('leaves nothing if its sender disconnects while a document is stored, and the next attempt is accepted', async () => {
    const { files } = server.deps
    const put = files.put.bind(files)
    const [stored, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const checked = vi.spyOn(server.deps.checker, 'checkInTurn')
    vi.spyOn(files, 'put').mockImplementation(async (id, bytes) => {
      await put(id, bytes)
      stored.resolve()
      await gate.promise
    })
    const person = somebody()
    const socket = await begin(server.url, wholeOf(person), 1)
    await stored.promise
    socket.destroy()
    await eventually(() => expect(checked.mock.lastCall?.[0].client.gone.aborted).toBe(true))
    gate.resolve()
    await untilKept(nothing)
    vi.restoreAllMocks()
    expect((await postApplication(server.url, person)).status).toBe(201)
    expect(server.log()).not.toMatch(/"level":"(error|fatal)"/)
  })

  it('is kept if its sender disconnects after it was stored, and the next attempt is told so', async () => {
    const person = somebody()
    const socket = await begin(server.url, wholeOf(person), 1)
    await untilKept({ rows: 1 })
    socket.destroy()
    expect((await postApplication(server.url, person)).status).toBe(409)
    await untilKept(one)
  })

  it('is answered 503 in words if the storage fails at the third document, leaves nothing, and the next attempt is accepted', async () => {
    const { files } = server.deps
    const put = files.put.bind(files)
    const failing = vi.spyOn(files, 'put').mockImplementationOnce(put).mockImplementationOnce(put)
    failing.mockRejectedValueOnce(new FilesUnavailable('full'))
    const { status, headers, body } = await postApplication(server.url, goodApplication, allDocuments)
    expect([status, body]).toEqual([503, { message: errorMessages.unavailable, code: 'unavailable' }])
    expect(headers.get('retry-after')).toBe('10')
    expect(await kept(server)).toEqual(nothing)
    expect(server.log()).toContain('a temporary fault: the caller was asked to try again')
    expect((await postApplication(server.url, goodApplication, allDocuments)).status).toBe(201)
    expect(await kept(server)).toEqual({ ...one, files: 4 })
  })

  it('is stored without its documents if there is no room, and everybody is told', async () => {
    fillStorage()
    const person = somebody()
    const { status, body } = await postApplication(server.url, person, two)
    expect([status, body]).toMatchObject([201, awaited])
    expect(await storedOf(server)).toMatchObject([{ documents: 0 }])
    expect((await uploadsKept(server.place.dataDir)).spool).toEqual([])
    const { subject } = dictionaries.en.personMails.documentsAwaited
    // A person without JavaScript replies to the mail with the documents.
    const replyTo = defaultAgency.email
    expect(await mailsTo(server, person.email)).toContainEqual(expect.objectContaining({ subject, replyTo }))
    const toStaff = (await mailsTo(server, 'inbox@agency.example')).map(({ text }) => text)
    expect(toStaff.find((text) => text.includes(person.full_name))).toContain('AWAITED')
  })

  it('accepts its documents by the link of the mail, and by another link if there was no room again', async () => {
    const person = somebody()
    const tokenOf = async () => {
      const mail = (await mailsTo(server, person.email)).find(({ text }) => text.includes('#replace='))
      return /\/career#replace=([\w-]{32})\n/.exec(mail?.text ?? '')?.[1] ?? ''
    }
    fillStorage()
    await postApplication(server.url, person, two)
    const first = await tokenOf()
    const send = (replace: string) => postApplication(server.url, { ...person, replace }, two)
    expect((await send(first)).body).toMatchObject(awaited)
    vi.restoreAllMocks()
    const second = await tokenOf()
    expect(second).not.toBe(first)
    expect(await send(second)).toMatchObject({ status: 201, body: { message: careerMessages.sent } })
    expect(await storedOf(server)).toEqual([{ id: expect.any(String), documents: 9 }])
    const toStaff = (await mailsTo(server, 'inbox@agency.example')).map(({ text }) => text)
    expect(toStaff.filter((text) => text.includes('that came without its documents'))).not.toEqual([])
    expect((await send(second)).status).toBe(409)
  })
})

it('is stored without documents if its address has used up its bytes, and is told so in its language', async () => {
  // 2 MiB an hour.
  const settings = { RATE_LIMIT_SCALE: '0.01', TRUST_PROXY: '127.0.0.1', LANGUAGES: 'en,gu' }
  await using server = await startServer({ settings })
  const send = async (bytes: number, headers: Record<string, string> = {}) => {
    const body = multipart([...textParts(somebody()), documentPart('resume', pdfOf(bytes))])
    return (await postBody(server.url, body, headers)).body
  }
  const sent = { message: careerMessages.sent }
  expect(await send(1_500_000)).toMatchObject(sent)
  const message = dictionaries.gu.careerMessages.documentsAwaited
  expect(await send(1_500_000, { 'accept-language': 'gu' })).toMatchObject({ ...awaited, message })
  expect(await send(1_500_000, { 'x-forwarded-for': '203.0.113.9' })).toMatchObject(sent)
  expect(await send(100_000)).toMatchObject(sent)
  expect((await uploadsKept(server.place.dataDir)).files).toHaveLength(3)
})
