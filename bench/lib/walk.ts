import sharp from 'sharp'
import { debitPeriod } from '#contract/dates.ts'
import { newConsumerId } from '#contract/schemas/mandates.ts'
import { type AadhaarPerson, filledFrom } from '#contract/schemas/identity.ts'
import { api, sandbox } from '#contract/paths.ts'

/** A visitor's browser. */
export interface Client {
  url: string
  cookie: string
  /** Told of each call that was answered as it should be, with its milliseconds. */
  onCall?(path: string, ms: number): void
}

export async function call(client: Client, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const isForm = body instanceof FormData
  const begun = performance.now()
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
  client.onCall?.(path, performance.now() - begun)
  return answer
}

async function codeFor(client: Client, to: string): Promise<string> {
  const { messages } = await call(client, `${sandbox.messages}?limit=1&to=${to}`)
  return /\b\d{6}\b/.exec((messages as { text: string }[])[0]?.text ?? '')?.[0] ?? ''
}

/** Everything one person does from the first Verify to the record; answers with its id. */
export async function walk(client: Client, at: number, photo: Blob): Promise<string> {
  const { fields } = await walkToBank(client, at, '0398')
  const registered = await call(client, api.registerExecutive, formOf(fields, photo))
  return (registered['data'] as { _id: string }[])[0]?._id ?? ''
}

/** The same up to the bank's word; answers with what the form holds then, and with what the bank's page brings. */
export async function walkToBank(client: Client, at: number, decision: '0300' | '0398') {
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
  const said = await call(client, sandbox.authorise, { config, decision })
  const person = filledFrom((data as { data: AadhaarPerson }).data)
  return {
    fields: { ...person, ...order, aadhaar_no: aadhaar, phone },
    brought: String(said['stringResponse']),
  }
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
export async function somePhoto(): Promise<Blob> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const create = { width: 600, height: 800, channels: 3, background: '#808080', noise } as const
  return new Blob([new Uint8Array(await sharp({ create }).jpeg({ quality: 80 }).toBuffer())])
}
