// Two processes of their own, by the first argument: `send URL FOLDER COUNT` sends that many applications at once and
// prints its figures as JSON; `bare FOLDER` is a server that writes each body to a file, synced, and reads none of it.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { documents } from './papers.ts'

const boundary = 'boundary-of-a-bench'

export interface Sent {
  seconds: number
  bytes: number
  failed: number
  times: number[]
}

/** Sends every application at once, each of another person. */
async function send(url: string, folder: string, atOnce: number): Promise<Sent> {
  const files = Object.entries(documents).map(([field, name]) => ({
    field,
    name,
    bytes: readFileSync(join(folder, name)),
  }))
  const bodies = Array.from({ length: atOnce }, (_, at) => bodyOf(at, files))
  const begun = performance.now()
  const answers = await Promise.all(bodies.map((body) => sendOne(url, body)))
  return {
    seconds: (performance.now() - begun) / 1000,
    bytes: bodies.flat().reduce((sum, piece) => sum + piece.length, 0),
    failed: answers.filter(({ status }) => status !== 201).length,
    times: answers.map(({ time }) => time),
  }
}

function bodyOf(at: number, files: { field: string; name: string; bytes: Buffer }[]): Buffer[] {
  const person = {
    full_name: `Person ${at}`,
    email: `person-${at}@example.in`,
    phone: String(6_000_000_000 + at),
    date_of_birth: '1998-02-28',
  }
  const part = (inner: string) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${inner}\r\n\r\n`)
  return [
    ...Object.entries(person).map(([name, value]) =>
      Buffer.concat([part(`name="${name}"`), Buffer.from(`${value}\r\n`)]),
    ),
    ...files.flatMap(({ field, name, bytes }) => [
      part(`name="${field}"; filename="${name}"`),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]
}

async function sendOne(url: string, body: Buffer[]): Promise<{ status: number; time: number }> {
  const begun = performance.now()
  const length = body.reduce((sum, piece) => sum + piece.length, 0)
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': length }
  const outgoing = request(url, { method: 'POST', headers, agent: false })
  const answered = new Promise<number>((resolve) => {
    outgoing.once('response', (response) =>
      response.resume().once('end', () => resolve(response.statusCode ?? 0)),
    )
    outgoing.once('error', () => resolve(0))
  })
  for (const piece of body)
    if (!outgoing.write(piece)) await Promise.race([once(outgoing, 'drain'), answered])
  outgoing.end()
  return { status: await answered, time: performance.now() - begun }
}

function serveBare(folder: string): void {
  let count = 0
  const write = async (incoming: IncomingMessage) => {
    const file = await open(join(folder, String((count += 1))), 'w')
    for await (const piece of incoming) await file.write(piece as Buffer)
    await file.sync()
    await file.close()
  }
  const server = createServer((incoming, response) => {
    if (incoming.method === 'GET') response.end('page')
    else
      write(incoming).then(
        () => response.writeHead(201).end(),
        () => response.writeHead(500).end(),
      )
  })
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
  })
}

const [role, first = '', second = '', third = ''] = process.argv.slice(2)
if (role === 'bare') serveBare(first)
else process.stdout.write(JSON.stringify(await send(first, second, Number(third))))
