import { everyLanguage, startServer } from './server.ts'
import { get } from './tcp.ts'
import { liveProviders } from './vendors.ts'

/** A name that every way of writing has to take care of. */
export const hostileName = `A&B "<x>" '$&`

/** The same site twice: with simulators in every language under a hostile name, and in earnest, in English over HTTPS. */
export async function startTwoSites() {
  const server = await startServer({ settings: { AGENCY_NAME: hostileName, ...everyLanguage } })
  const live = await startServer({
    settings: {
      PUBLIC_URL: 'https://www.agency.example',
      ...liveProviders,
      SECURITY_CONTACT: 'security@agency.example',
    },
  })
  return {
    server,
    live,
    async stop() {
      await server.stop()
      await live.stop()
    },
  }
}

export async function textOf(path: string, from: { url: string }): Promise<string> {
  return (await get(from.url + path)).body.toString('utf8')
}
