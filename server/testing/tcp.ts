import { connect } from 'node:net'

/** Sends bytes as they are to a server and answers with all it says until it closes or `until` is in it. */
export async function sendRaw(url: string, bytes: string, until?: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  let heard = ''
  return new Promise((resolve, reject) => {
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      heard += chunk
      if (until !== undefined && heard.includes(until)) socket.end()
    })
    // A server that refuses in mid-request resets the line; what it said before counts.
    socket.on('error', (error) => (heard === '' ? reject(error) : resolve(heard)))
    socket.on('close', () => resolve(heard))
    socket.write(bytes, 'latin1')
  })
}
