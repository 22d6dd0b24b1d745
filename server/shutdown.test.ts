import { Agent, type IncomingMessage, request } from 'node:http'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { probes } from '#contract/paths.ts'
import { endInOrder } from './shutdown.ts'
import { eventually } from '#tests/support/eventually.ts'
import { makePlace } from '#tests/support/place.ts'
import { startServer } from '#tests/support/server.ts'

/** Returns the status, the header `Connection`, and whether the connection had carried another answer before. */
async function get(url: string, agent: Agent | undefined) {
  const asked = request(url, { agent: agent ?? false }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  await once(answer.resume(), 'end')
  return { status: answer.statusCode, line: answer.headers.connection, reused: asked.reusedSocket }
}

it('a server that is to end accepts no connection, and closes existing ones with an answer, or at once if nothing was asked', async () => {
  await using place = await makePlace('sqlite')
  const { url, app: server, listening, deps: app } = await startServer({ place })
  const agents = Array.from({ length: 3 }, () => new Agent({ keepAlive: true }))
  const [probe, page, idle] = agents
  for (const agent of agents) {
    expect(await get(url + probes.ready, agent)).toMatchObject({ status: 200, line: 'keep-alive' })
  }
  const unused = connect(listening.port, '127.0.0.1')
  await once(unused, 'connect')
  const unusedEnded = once(unused, 'close')
  const left = Promise.withResolvers<void>()
  const drained = Promise.withResolvers<void>()
  const times = { left: left.promise, drained: drained.promise }
  const ended = endInOrder({ app, server, listening, tasks: app.scheduledTasks, metrics: undefined }, times)
  const closing = { line: 'close', reused: true }
  // A proxy that does not know yet is served.
  expect(await get(`${url}/contact`, undefined)).toEqual({ ...closing, status: 200, reused: false })
  left.resolve()
  expect(await get(url + probes.ready, probe)).toEqual({ ...closing, status: 503 })
  await eventually(() => expect(get(url + probes.ready, probe)).rejects.toThrow('ECONNREFUSED'))
  expect(await get(`${url}/contact`, page)).toEqual({ ...closing, status: 200 })
  drained.resolve()
  await ended
  await unusedEnded
  await expect(get(url + probes.health, idle)).rejects.toThrow()
  agents.forEach((agent) => agent.destroy())
})

it('scheduled work that a stop interrupted is due again at the next start', async () => {
  await using server = await startServer()
  const { db, scheduledTasks } = server.deps
  scheduledTasks.start()
  await scheduledTasks.stop()
  const taken = await db.selectFrom('schedules').select('taken_at').execute()
  expect(new Set(taken.map(({ taken_at }) => taken_at))).toEqual(new Set([0]))
})
