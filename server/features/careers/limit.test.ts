import { describe, expect, it } from 'vitest'
import { careerMessages } from '#contract/messages/en/careers.ts'
import { errorMessages } from '#contract/messages/en/common.ts'
import { api } from '#contract/paths.ts'
import { boundary, documentPart, postApplication, somebody } from '#tests/support/application.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startServer } from '#tests/support/server.ts'
import { sendHeadAlone } from '#tests/support/tcp.ts'

describe('an address', () => {
  it('is charged for the checks of what is refused, and not of what is stored', async () => {
    // 300 ms of processor time.
    await using server = await startServer({ settings: { RATE_LIMIT_SCALE: '0.005' } })
    const inTurn = server.deps.checker.checkInTurn
    server.deps.checker.checkInTurn = (file, keep) => {
      file.client.took?.(100)
      return inTurn(file, keep)
    }
    expect((await postApplication(server.url)).status).toBe(201)
    const bad = documentPart('resume', Buffer.from('%PDF-'))
    const statuses: number[] = []
    for (let at = 0; at < 4; at += 1)
      statuses.push((await postApplication(server.url, somebody(), [bad])).status)
    expect(statuses.slice(0, 2)).toEqual([415, 415])
    expect(statuses.at(-1)).toBe(429)
  })

  it('is told of so many that applied already, and no more who they are', async () => {
    await using server = await startServer({ settings: { RATE_LIMIT_SCALE: '0.02' } })
    const person = somebody()
    const answers: string[] = []
    for (let at = 0; at < 4; at += 1) {
      const { status, body, headers } = await postApplication(server.url, person)
      const said = body.message === careerMessages.duplicate ? 'there' : body.message
      // The browser's count is in the cookie, so it says whether the answer counts as one that is stored.
      const offered = body.page?.startsWith('/my/') ? ' with a page' : ''
      answers.push(`${status} ${said} ${headers.has('set-cookie') ? 'counted' : 'free'}${offered}`)
    }
    const sent = `201 ${careerMessages.sent} counted`
    // Who has a page could be told from who has none: one that is taken then is answered like the others.
    expect(answers).toEqual([`${sent} with a page`, '409 there free', '409 there free', sent])
    expect((await postApplication(server.url, somebody())).body.page).toBeUndefined()
    expect(await server.deps.db.selectFrom('records').select('id').execute()).toHaveLength(2)
  })
})

/** Two are checked and forty wait (docs/limits.md). */
const CROWD = 42

it('of a crowd, whoever comes too late is told so before the documents are read; the others all get through', async () => {
  await using server = await startServer()
  const { files } = server.deps
  const put = files.put.bind(files)
  const gate = Promise.withResolvers<void>()
  files.put = async (id, bytes) => {
    await gate.promise
    return put(id, bytes)
  }
  // Settled, so that an expectation which fails first leaves no rejection behind.
  const crowd = Promise.allSettled(
    Array.from({ length: CROWD }, () => postApplication(server.url, somebody(), [documentPart('resume')])),
  )
  // The queue is full some time after the last body has been read; until then this empty application is answered 422.
  await eventually(async () => {
    expect((await postApplication(server.url, {}, [])).status).toBe(503)
  })
  const type = `multipart/form-data; boundary=${boundary}`
  const answer = await sendHeadAlone(server.url, api.careerApplication, type)
  expect(answer).toMatch(/^HTTP\/1.1 503 /)
  expect(answer).toMatch(/\r\nretry-after: 10\r\n/i)
  expect(answer).toContain(errorMessages.unavailable)
  gate.resolve()
  const statuses = (await crowd).map((sent) =>
    sent.status === 'fulfilled' ? sent.value.status : sent.reason,
  )
  expect(statuses).toEqual(Array(CROWD).fill(201))
  expect((await postApplication(server.url, somebody(), [documentPart('resume')])).status).toBe(201)
})
