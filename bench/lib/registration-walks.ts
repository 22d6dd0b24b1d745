// Two programs, by the first argument: `walk URL PEOPLE CLIENTS` registers so many people over HTTP, so many at a time,
// and prints its figures as JSON; `bare` is a server that reads the same calls and answers them with nothing behind.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '#contract/paths.ts'
import { somePhoto, walk } from './walk.ts'

export interface Walked {
  seconds: number
  failed: number
  /** Milliseconds of each whole registration, and of the call that ends it. */
  whole: number[]
  register: number[]
}

async function walkAll(url: string, people: number, clients: number): Promise<Walked> {
  const photo = await somePhoto()
  const done: Walked = { seconds: 0, failed: 0, whole: [], register: [] }
  let next = 0
  async function client(): Promise<void> {
    while (next < people) {
      const at = (next += 1)
      try {
        const begun = performance.now()
        const onCall = (path: string, ms: number) => {
          if (path === api.registerExecutive) done.register.push(ms)
        }
        await walk({ url, cookie: '', onCall }, at, photo)
        done.whole.push(performance.now() - begun)
      } catch (error) {
        done.failed += 1
        process.stderr.write(`${String(error)}\n`)
      }
    }
  }
  const begun = performance.now()
  await Promise.all(Array.from({ length: clients }, client))
  done.seconds = (performance.now() - begun) / 1000
  return done
}

const nobody = { house: '', street: '', landmark: '', dist: '', state: '', country: '' }
const bareAnswer = JSON.stringify({
  data: {
    client_id: 'x',
    data: { full_name: '', dob: '', gender: '', profile_image: '', zip: '', address: nobody },
  },
  messages: [{ text: '123456' }],
  checkout: { config: {} },
})

function serveBare(): void {
  const read = async (incoming: IncomingMessage) => {
    let bytes = 0
    for await (const piece of incoming) bytes += (piece as Buffer).length
    return bytes
  }
  const server = createServer((incoming, response) => {
    void read(incoming).then(() => response.setHeader('content-type', 'application/json').end(bareAnswer))
  })
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    process.stdout.write(`Listening on http://127.0.0.1:${port}\n`)
  })
}

const [kind, url = '', people = '0', clients = '1'] = process.argv.slice(2)
if (kind === 'bare') serveBare()
if (kind === 'walk') {
  process.stdout.write(JSON.stringify(await walkAll(url, Number(people), Number(clients))))
}
