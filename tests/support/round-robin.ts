import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy that gives each request to the next of some servers, whoever sends it. */
export interface RoundRobin {
  url: string
  close(): Promise<void>
}

export async function startRoundRobin(servers: readonly string[]): Promise<RoundRobin> {
  let turn = 0
  const proxy = createServer((asked, answer) => {
    turn += 1
    passOn(servers[turn % servers.length] ?? '', asked, answer)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

function passOn(server: string, asked: IncomingMessage, answer: ServerResponse): void {
  const { method, url: path, headers } = asked
  const call = request(server + path, { method, headers }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers)
    answered.pipe(answer)
  })
  call.on('error', () => answer.destroy())
  asked.pipe(call)
}
