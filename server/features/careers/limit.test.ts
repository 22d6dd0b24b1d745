import { describe, expect, it } from 'vitest'
import { careerMessages } from '#contract/messages/en/careers.ts'
import { errorMessages } from '#contract/messages/en/common.ts'
import { api } from '#contract/paths.ts'
import { boundary, documentPart, postApplication, somebody, uploadsKept } from '#tests/support/application.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startServer } from '#tests/support/server.ts'
import { sendHeadAlone } from '#tests/support/tcp.ts'

const ATTEMPTS = 10

describe('the limit of applications from one address', () => {
  it('refuses the eleventh attempt in an hour, also of who asks which addresses are registered, and keeps nothing of it', async () => {
    await using server = await startServer({ settings: { RATE_LIMIT_SCALE: '1' } })
    const person = somebody()
    const answers: string[] = []
    for (let at = 0; at < ATTEMPTS; at += 1) {
      const { status, body } = await postApplication(server.url, person)
      answers.push(`${status} ${body.message === careerMessages.duplicate}`)
    }
    expect(answers).toEqual(['201 false', ...Array<string>(ATTEMPTS - 1).fill('409 true')])
    const { status, headers, body } = await postApplication(server.url)
    expect([status, body.code]).toEqual([429, 'rate_limited'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500)
    expect(body.message).toMatch(/^Too many requests from your network\. Please try again in \d+ minutes\.$/)
    const { files, spool } = await uploadsKept(server.place.dataDir)
    expect([files.length, spool]).toEqual([1, []])
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
