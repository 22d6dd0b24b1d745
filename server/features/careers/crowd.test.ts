import { expect, it } from 'vitest'
import { errorMessages } from '#contract/messages/common.ts'
import { api } from '#contract/paths.ts'
import { boundary, paper, postApplication, somebody, uploadsKept } from '#tests/support/application.ts'
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
  const crowd = Array.from({ length: CROWD }, () =>
    postApplication(server.url, somebody(), [paper('resume')]),
  )
  await eventually(async () => {
    const { spool } = await uploadsKept(server.place.dataDir)
    expect(spool).toHaveLength(CROWD)
  })
  const type = `multipart/form-data; boundary=${boundary}`
  const answer = await sendHeadAlone(server.url, api.careerApplication, type)
  expect(answer).toMatch(/^HTTP\/1.1 503 /)
  expect(answer).toMatch(/\r\nretry-after: 10\r\n/i)
  expect(answer).toContain(errorMessages.unavailable)
  gate.resolve()
  expect((await Promise.all(crowd)).map(({ status }) => status)).toEqual(Array(CROWD).fill(201))
  expect((await postApplication(server.url, somebody(), [paper('resume')])).status).toBe(201)
})
