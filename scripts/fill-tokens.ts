import type { ServerResponse } from 'node:http'
import { type Agency, fillPage, type PageData } from '#contract/schemas/agency.ts'

/** The texts that the server fills too; scripts are left as they are written. */
const filled = /^(text\/(html|plain|xml)|application\/(xml|manifest\+json))/

/** Makes a response fill the agency's tokens in what it sends, as the server does when it loads the built pages. */
export function fillTokens(response: ServerResponse, agency: Agency, facts: PageData): void {
  const chunks: Buffer[] = []
  const write = response.write.bind(response)
  const end = response.end.bind(response)
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string))
  }
  const isFilled = () => filled.test(String(response.getHeader('content-type') ?? ''))
  response.write = ((...given: Parameters<typeof write>) => {
    if (!isFilled()) return write(...given)
    keep(given[0])
    return true
  }) as typeof response.write
  response.end = ((...given: Parameters<typeof end>) => {
    if (!isFilled()) return end(...given)
    keep(given[0])
    if (!response.headersSent) response.removeHeader('content-length')
    return end(fillPage(Buffer.concat(chunks).toString('utf8'), agency, facts))
  }) as typeof response.end
}
