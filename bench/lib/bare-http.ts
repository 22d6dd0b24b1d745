// A process of its own: bare node:http that gives every request the same bytes. Its one argument is a file of JSON.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer } from './answer.ts'

const { headers, body } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Answer
const bytes = Buffer.from(body, 'base64')

const server = createServer((_, response) => {
  response.writeHead(200, headers)
  response.end(bytes)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`Listening on http://127.0.0.1:${port}\n`)
})
