import Fastify from 'fastify'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { ApiServer } from './api-server.ts'
import { addCall } from './calls.ts'

it('a reply that the handler sent itself is sent once, and counts with its own status', async () => {
  const warnings: unknown[] = []
  const statuses: number[] = []
  const write = (line: string) => void warnings.push(JSON.parse(line))
  const server = Fastify({ logger: { level: 'warn', stream: { write } } })
  server.setSerializerCompiler(() => JSON.stringify)
  server.addHook('onSend', async () => undefined)
  server.addHook('onResponse', async (_, { statusCode }) => void statuses.push(statusCode))
  const row = { route: 'GET /', summary: 'A call', answer: z.any() } as const
  addCall(server as unknown as ApiServer, row, {
    handle: async ({ reply }) => reply.code(401).type('text/plain').send('no'),
  })

  const answer = await fetch(await server.listen())

  expect([answer.status, await answer.text()]).toEqual([401, 'no'])
  await server.close()
  expect(statuses).toEqual([401])
  expect(warnings).toEqual([])
})
