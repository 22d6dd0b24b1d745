import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { api, pages } from '#contract/paths.ts'
import { postEnquiry } from '#tests/support/enquiry.ts'
import { rounds } from '#tests/support/rounds.ts'
import { sharedServer } from '#tests/support/shared.ts'

const CONNECTIONS = 250
const VISITS = 5 * rounds

const server = sharedServer()

/** A connection that is held: it sends this much, and reads no answer. */
async function hold(said: string) {
  const { hostname, port } = new URL(server.url)
  const socket = connect({ host: hostname, port: Number(port) }).on('error', () => undefined)
  await once(socket, 'connect')
  socket.pause().write(said)
  return socket
}

const post = `POST ${api.sendEnquiry} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
const ways = {
  'headers that never end': 'GET / HTTP/1.1\r\nHost: x\r\n',
  'a body that never ends': `${post}Content-Length: 8192\r\n\r\n{"name":`,
  'answers that nobody reads': `GET ${pages.home} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(20),
}

it(`while lines hold the server up by ${Object.keys(ways).join(', ')}, visitors are served`, async () => {
  const texts = Object.values(ways).flatMap((text) => Array<string>(CONNECTIONS).fill(text))
  const lines = await Promise.all(texts.map(hold))
  for (let visit = 0; visit < VISITS; visit += 1) {
    const page = await fetch(server.url + pages.contact, { headers: { connection: 'close' } })
    expect([page.status, (await postEnquiry(server.url)).status]).toEqual([200, 201])
  }
  for (const line of lines) line.destroy()
})
