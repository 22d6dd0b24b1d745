import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { boundary, multipart } from '#tests/support/application.ts'
import { startTarget } from '#tests/support/security/target.ts'
import { print } from '#tests/support/print.ts'

const CONNECTIONS = 300
const texts = Array.from({ length: 38 }, (_, at) => ({ name: `field${at}`, content: 'x'.repeat(60_000) }))
const body = multipart(texts)

/** Sends all but the end of a body, so that as much of it as the server takes is held by all at once. */
async function sendMost(url: string, path: string) {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  // A line may be reset once its answer has come.
  socket.on('error', () => undefined)
  const answered = once(socket, 'data').then(([answer]) => Number(String(answer).slice(9, 12)))
  const type = `multipart/form-data; boundary=${boundary}`
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  socket.write(body.subarray(0, -100))
  return { answered, end: () => socket.destroy() }
}

it.each([
  { name: 'a registration', path: api.registerExecutive, status: 403 },
  { name: 'an application', path: api.careerApplication, status: 413 },
])(
  '300 connections without a session that send 2 MB of text for $name are refused in less than half of that',
  async ({ name, path, status }) => {
    await using target = await startTarget()
    const before = (await target.figures()).memoryMb
    const lines = await Promise.all(Array.from({ length: CONNECTIONS }, () => sendMost(target.url, path)))
    const statuses = await Promise.all(lines.map(({ answered }) => answered))
    const grown = (await target.figures()).memoryMb - before
    for (const { end } of lines) end()
    print(`${CONNECTIONS} lines, ${name}: ${Math.round(grown)} MB more`)
    expect(new Set(statuses)).toEqual(new Set([status]))
    // A quarter was measured; who keeps what came has all of it. How much is collected in between depends on the machine.
    expect(grown).toBeLessThan((CONNECTIONS * body.length) / 2 / 1e6)
  },
)
