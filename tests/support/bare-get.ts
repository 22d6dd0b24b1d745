import { type IncomingHttpHeaders, request } from 'node:http'

export interface Got {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A request that sends these headers and no others, and gives back the bytes as they came. */
export function get(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) })
      })
    })
      .on('error', reject)
      .end()
  })
}
