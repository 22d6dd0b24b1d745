import { Agent, request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { expect, it } from 'vitest'
import { probes } from '#contract/paths.ts'
import { endInOrder } from './stop.ts'
import { goodEnquiry, postEnquiry } from './testing/enquiry.ts'
import { makePlace } from './testing/place.ts'
import { startServer } from './testing/server.ts'

interface Answered {
  status: number | undefined
  headers: IncomingHttpHeaders
  /** Whether it came over a line that had carried another before. */
  reused: boolean
}

function get(agent: Agent, url: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent }, (answer) => {
      answer.resume().once('end', () => {
        resolve({ status: answer.statusCode, headers: answer.headers, reused: asked.reusedSocket })
      })
    })
    asked.once('error', reject).end()
  })
}

it('a server that is to end says so, takes what comes meanwhile, and ends each line with an answer', async () => {
  const place = await makePlace('sqlite')
  const { url, app, deps } = await startServer({ place })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const kept = { headers: { connection: 'keep-alive' } }
  expect(await get(agent, url + probes.ready)).toMatchObject({ ...kept, status: 200 })
  const drained = Promise.withResolvers<void>()
  const ended = endInOrder({ app, deps, log: deps.log, metrics: undefined }, drained.promise)
  const last = { headers: { connection: 'close' } }
  expect(await get(agent, url + probes.ready)).toMatchObject({ ...last, status: 503, reused: true })
  expect(await get(agent, `${url}/contact`)).toMatchObject({ ...last, status: 200, reused: false })
  const { status, headers } = await postEnquiry(url, goodEnquiry)
  expect({ status, line: headers.get('connection') }).toEqual({ status: 201, line: 'close' })
  drained.resolve()
  await ended
  await expect(get(agent, url + probes.health)).rejects.toThrow()
  agent.destroy()
  await place.remove()
})
