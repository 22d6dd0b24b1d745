import { defaultLanguage, languages } from '#contract/messages/languages.ts'
import { api, sandbox } from '#contract/paths.ts'
import type { SandboxMessage } from '#contract/schemas/sandbox.ts'
import type { Answer } from './enquiry.ts'
import type { TestServer } from './server.ts'

/** A browser as the API sees it: it keeps its cookie and says where its requests come from. */
export type TestVisitor = ReturnType<typeof newVisitor>

/** An answer with any body. */
export interface Answered extends Answer {
  /** A test that reads the body knows its type. */
  body: Answer['body'] & Record<string, unknown>
}

/** Returns a new visitor, on the pages of a language. */
export function newVisitor(url: string, cookie = '', language = defaultLanguage) {
  let held = cookie

  async function ask(path: string, init: RequestInit = {}): Promise<Answered> {
    const headers = new Headers(init.headers)
    headers.set('accept-language', languages[language].tag)
    if (held) headers.set('cookie', held)
    const response = await fetch(url + path, { ...init, headers, redirect: 'manual' })
    for (const given of response.headers.getSetCookie()) held = given.split(';')[0] ?? ''
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: json ? (JSON.parse(text) as Answered['body']) : { message: text },
    }
  }

  const send = (path: string, body: Buffer | string, type: string, more: Record<string, string> = {}) =>
    ask(path, {
      method: 'POST',
      headers: { ...more, 'content-type': type },
      body: body as RequestInit['body'],
    })
  return {
    url,
    /** Its Cookie header; empty before it got one. */
    cookie: () => held,
    get: (path: string) => ask(path),
    post: (path: string, body: unknown, more?: Record<string, string>) =>
      send(path, JSON.stringify(body), 'application/json', more),
    /** Sends a body unchanged, with that type. */
    send: (path: string, body: Buffer, type: string) => send(path, body, type),
  }
}

/** Returns the sandbox's messages to an address or a number, newest first. */
export async function messagesTo({ url }: { url: string }, to: string): Promise<SandboxMessage[]> {
  const { body } = await newVisitor(url).get(`${sandbox.messages}?to=${encodeURIComponent(to)}`)
  return body['messages'] as SandboxMessage[]
}

/** Returns them after all waiting mails were sent. */
export async function mailsTo(
  server: Pick<TestServer, 'url' | 'workOff'>,
  to: string,
): Promise<SandboxMessage[]> {
  await server.workOff()
  return messagesTo(server, to)
}

/** Returns the code in the last message to that number. */
export async function codeFor(visitor: { url: string }, to: string): Promise<string> {
  const [last] = await messagesTo(visitor, to)
  return /\b[0-9]{6}\b/.exec(last?.text ?? '')?.[0] ?? ''
}

/** Proves an Aadhaar number with the code that was sent; returns the provider's data about its holder. */
export async function proveAadhaar(visitor: TestVisitor, number: string): Promise<Answered> {
  const notice = '2026-11-21'
  const sent = await visitor.post(api.generateAadhaarOtp, { aadhaar_number: number, notice })
  if (sent.status !== 200) return sent
  const { client_id } = sent.body['data'] as { client_id: string }
  return visitor.post(api.verifyAadhaarOtp, { client_id, otp: await codeFor(visitor, number) })
}

export async function provePhone(visitor: TestVisitor, phone: string): Promise<Answered> {
  const sent = await visitor.post(api.generateMobileOtp, { phone })
  if (sent.status !== 200) return sent
  return visitor.post(api.verifyMobileOtp, { phone, otp: await codeFor(visitor, phone) })
}
