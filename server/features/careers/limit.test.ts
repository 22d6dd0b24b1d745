import { describe, expect, it } from 'vitest'
import { careerMessages } from '#contract/messages/careers.ts'
import {
  boundary,
  multipart,
  paper,
  postApplication,
  postBody,
  somebody,
  textParts,
  uploadsKept,
} from '#tests/support/application.ts'
import { startServer } from '#tests/support/server.ts'

const TRIES = 10

describe('the limit of applications from one address', () => {
  it('refuses the eleventh try in an hour with the wait, in words and as a header, and keeps nothing of it', async () => {
    await using server = await startServer({ settings: { RATE_LIMIT_SCALE: '1' } })
    for (let at = 0; at < TRIES; at += 1) expect((await postApplication(server.url)).status).toBe(201)
    const { status, headers, body } = await postApplication(server.url)
    expect([status, body.code]).toEqual([429, 'rate_limited'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500)
    expect(body.message).toMatch(/^Too many requests from your network\. Please try again in \d+ minutes\.$/)
    const rows = await server.deps.db.selectFrom('applications').select('id').execute()
    const { files, spool } = await uploadsKept(server.place.dataDir)
    expect([rows.length, files.length, spool]).toEqual([TRIES, TRIES, []])
  })

  it('counts who asks which addresses are registered', async () => {
    await using server = await startServer({ settings: { RATE_LIMIT_SCALE: '1' } })
    const person = somebody()
    const answers: string[] = []
    for (let at = 0; at < TRIES + 2; at += 1) {
      const { status, body } = await postApplication(server.url, person)
      answers.push(`${status} ${body.message === careerMessages.duplicate}`)
    }
    expect(answers).toEqual([
      '201 false',
      ...Array<string>(TRIES - 1).fill('409 true'),
      '429 false',
      '429 false',
    ])
  })

  it('is larger by the scale', async () => {
    await using server = await startServer({ settings: { RATE_LIMIT_SCALE: '2' } })
    const statuses: number[] = []
    for (let at = 0; at < 2 * TRIES + 1; at += 1) statuses.push((await postApplication(server.url)).status)
    expect(statuses).toEqual([...Array<number>(2 * TRIES).fill(201), 429])
  })

  it('is not passed by a forged address, and is not shared behind a proxy that is believed', async () => {
    const from = async (url: string, at: number) => {
      const body = multipart([...textParts(somebody()), paper()])
      const type = `multipart/form-data; boundary=${boundary}`
      return (await postBody(url, body, { 'content-type': type, 'x-forwarded-for': `203.0.113.${at}` }))
        .status
    }
    await using open = await startServer({ settings: { RATE_LIMIT_SCALE: '0.1' } })
    expect([await from(open.url, 1), await from(open.url, 2)]).toEqual([201, 429])
    await using behind = await startServer({
      settings: { RATE_LIMIT_SCALE: '0.1', TRUST_PROXY: '127.0.0.1' },
    })
    expect([await from(behind.url, 1), await from(behind.url, 2), await from(behind.url, 2)]).toEqual([
      201, 201, 429,
    ])
  })
})
