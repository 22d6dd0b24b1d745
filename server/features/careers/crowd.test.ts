import { expect, it } from 'vitest'
import { errorMessages } from '#contract/messages/common.ts'
import { api } from '#contract/paths.ts'
import { boundary, paper, postApplication, somebody } from '#tests/support/application.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startServer } from '#tests/support/server.ts'
import { sendHeadAlone } from '#tests/support/tcp.ts'

/** Two are looked at and forty wait (docs/limits.md). */
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
    Array.from({ length: CROWD }, () => postApplication(server.url, somebody(), [paper('resume')])),
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
  expect((await postApplication(server.url, somebody(), [paper('resume')])).status).toBe(201)
})
