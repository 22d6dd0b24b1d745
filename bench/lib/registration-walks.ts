// Two programs, by the first argument: `walk URL PEOPLE CLIENTS` registers so many people over HTTP, so many at a time,
// and prints its figures as JSON; `bare` is a server that reads the same calls and answers them with nothing behind.
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { debitPeriod } from '#contract/dates.ts'
import { newConsumerId } from '#contract/mandates.ts'
import { filledFrom } from '#contract/onboarding.ts'
import type { AadhaarPerson } from '#contract/onboarding.ts'
import { api, sandbox } from '#contract/paths.ts'

export interface Walked {
  seconds: number
  failed: number
  /** Milliseconds of each whole registration, and of the call that ends it. */
  whole: number[]
  register: number[]
}

interface Client {
  url: string
  cookie: string
}

async function call(client: Client, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const isForm = body instanceof FormData
  const response = await fetch(client.url + path, {
    headers: {
      ...(client.cookie ? { cookie: client.cookie } : {}),
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { method: 'POST', body: isForm ? body : JSON.stringify(body) } : {}),
  })
  for (const given of response.headers.getSetCookie()) client.cookie = given.split(';')[0] ?? ''
  const answer = (await response.json()) as Record<string, unknown>
  if (!response.ok) throw new Error(`${path}: ${response.status} ${String(answer['message'])}`)
  return answer
}

async function codeFor(client: Client, to: string): Promise<string> {
  const { messages } = await call(client, `${sandbox.messages}?limit=1&to=${to}`)
  return /\b\d{6}\b/.exec((messages as { text: string }[])[0]?.text ?? '')?.[0] ?? ''
}

/** Everything one person does from the first Verify to the record; answers milliseconds. */
async function walk(url: string, at: number, photo: Blob): Promise<{ whole: number; register: number }> {
  const begun = performance.now()
  const client: Client = { url, cookie: '' }
  const aadhaar = `2${String(at).padStart(7, '0')}5000`
  const phone = String(6_000_000_000 + at)
  const sent = await call(client, api.generateAadhaarOtp, { aadhaar_number: aadhaar })
  const { client_id } = sent['data'] as { client_id: string }
  const proof = { client_id, otp: await codeFor(client, aadhaar) }
  const { data } = await call(client, api.verifyAadhaarOtp, proof)
  await call(client, api.generateMobileOtp, { phone })
  await call(client, api.verifyMobileOtp, { phone, otp: await codeFor(client, phone) })
  const order = orderOf(at)
  const { checkout } = await call(client, api.generateMandateToken, order)
  const { config } = checkout as { config: unknown }
  await call(client, sandbox.authorise, { config, decision: '0398' })
  const person = filledFrom((data as { data: AadhaarPerson }).data)
  const from = performance.now()
  await call(
    client,
    api.registerExecutive,
    formOf({ ...person, ...order, aadhaar_no: aadhaar, phone }, photo),
  )
  const end = performance.now()
  return { whole: end - begun, register: end - from }
}

function orderOf(at: number) {
  const { start, end } = debitPeriod()
  return {
    consumerId: newConsumerId(),
    transactionId: String(1_000_000_000_000 + at),
    accountName: 'Bench Person',
    accountNo: String(100_000_000_000 + at),
    ifscCode: 'HDFC0000001',
    maxAmount: '5000',
    debitStartDate: start,
    debitEndDate: end,
  }
}

const rest = {
  ...{ name: 'Bench Person', dob: '1990-01-31', gender: 'O', address: '12 Ring Road', city: 'Surat' },
  ...{ state: 'Gujarat', country: 'India', pincode: '395002', email: 'person@example.in' },
  ...{ mandateRegNo: '', responseCode: '0398', responseMessage: 'initiated', responseStatus: 'Initiated' },
}

function formOf(fields: Record<string, string>, photo: Blob): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...rest, ...fields })) form.append(name, value)
  form.append('profile_photo', photo, 'profile_photo.png')
  return form
}

/** As a phone's camera gives one after a page has made it smaller: 600 × 800, and not even. */
async function somePhoto(): Promise<Blob> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const create = { width: 600, height: 800, channels: 3, background: '#808080', noise } as const
  return new Blob([new Uint8Array(await sharp({ create }).jpeg({ quality: 80 }).toBuffer())])
}

async function walkAll(url: string, people: number, clients: number): Promise<Walked> {
  const photo = await somePhoto()
  const done: Walked = { seconds: 0, failed: 0, whole: [], register: [] }
  let next = 0
  async function client(): Promise<void> {
    while (next < people) {
      const at = (next += 1)
      try {
        const { whole, register } = await walk(url, at, photo)
        done.whole.push(whole)
        done.register.push(register)
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
