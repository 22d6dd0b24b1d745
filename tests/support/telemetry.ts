import { once } from 'node:events'
import { probes } from '#contract/paths.ts'
import type { TestServer } from './server.ts'

/** Returns a server's metrics. */
export async function metricsOf({ deps }: TestServer): Promise<string> {
  const server = await deps.metrics.listen('127.0.0.1', 0)
  const { port } = server.address() as { port: number }
  const text = await (await fetch(`http://127.0.0.1:${port}${probes.metrics}`)).text()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
  return text
}

/** Returns the sum of a metric over every series with these labels. */
export function valueOf(text: string, name: string, labels: Record<string, string> = {}): number {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  return lines
    .filter((line) => wanted.every((label) => line.includes(label)))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}
