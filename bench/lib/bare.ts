// The least that could do the same as the server, as a program of its own: it reads what it is sent, and gives every
// request the same answer.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { finished } from 'node:stream/promises'

const server = createServer((request, response) => {
  const answer = () =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"message":"done"}')
  finished(request.resume()).then(answer, () => response.destroy())
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
