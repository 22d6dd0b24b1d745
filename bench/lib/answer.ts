import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'

/** An answer as it came over the wire, to be given again by another server. */
export interface Answer {
  status: number
  headers: Record<string, string>
  /** Base64 of the body, still encoded. */
  body: string
}

const ofTheConnection = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

/** Asks for an address with brotli and hands back what came, not decoded. */
export function fetchAnswer(url: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const headers = Object.fromEntries(
        Object.entries(response.headers)
          .filter(([name]) => !ofTheConnection.has(name))
          .map(([name, value]) => [name, String(value)]),
      )
      buffer(response).then(
        (bytes) => resolve({ status: response.statusCode ?? 0, headers, body: bytes.toString('base64') }),
        reject,
      )
    })
    request.once('error', reject)
  })
}

/** Bytes of the body as they went over the wire. */
export function wireBytes(answer: Answer): number {
  return Buffer.from(answer.body, 'base64').length
}

/** The body as text. */
export function textOf(answer: Answer): string {
  const bytes = Buffer.from(answer.body, 'base64')
  return (answer.headers['content-encoding'] === 'br' ? brotliDecompressSync(bytes) : bytes).toString()
}
