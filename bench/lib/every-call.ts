import { api, pages } from '#contract/paths.ts'
import { nextRequest } from './mix.ts'
import { call, type Client, somePhoto, walk } from './walk.ts'

/** Milliseconds of each answer, by what was asked. */
export type Times = Map<string, number[]>

export interface Site {
  url: string
  /** Ids of records that stand there. */
  ids: readonly string[]
}

/** Calls that change as little as nothing are asked so many times for each person. */
const READS = 3
/** The first are not counted: connections are opened and statements read. */
const WARM_UP = 20

/**
 * Has so many people do everything at each of the two sites, one after the other and in turns, so that whatever else the
 * machine does meets both alike.
 */
export async function askEverything(sites: readonly [Site, Site], people: number): Promise<[Times, Times]> {
  const photo = await somePhoto()
  const times: [Times, Times] = [new Map(), new Map()]
  for (let person = 1; person <= WARM_UP + people; person += 1) {
    for (const [at, site] of sites.entries()) {
      const told = times[at] ?? new Map<string, number[]>()
      const onCall = (path: string, ms: number) => {
        const name = nameOf(path)
        if (person > WARM_UP && name) told.set(name, [...(told.get(name) ?? []), ms])
      }
      await oneVisit(site, { person, photo, onCall })
    }
  }
  return times
}

interface Visit {
  person: number
  photo: Blob
  onCall(path: string, ms: number): void
}

async function oneVisit({ url, ids }: Site, { person, photo, onCall }: Visit): Promise<void> {
  const client: Client = { url, cookie: '', onCall }
  const stranger: Client = { url, cookie: '', onCall }
  await walk(client, person, photo)
  await call(client, api.onboardingSession)
  for (let read = 0; read < READS; read += 1) {
    const id = ids[(person * READS + read) % ids.length] ?? ''
    await call(stranger, api.fieldExecutive + id)
    await call(stranger, api.maxAmount)
    await page(stranger)
    await send(stranger, 'enquiry')
  }
  await send(stranger, 'application')
}

async function page({ url, onCall }: Client): Promise<void> {
  const begun = performance.now()
  await (await fetch(url + pages.home)).arrayBuffer()
  onCall?.(pages.home, performance.now() - begun)
}

async function send({ url, onCall }: Client, kind: 'enquiry' | 'application'): Promise<void> {
  const { method, path, headers, body } = nextRequest(kind)
  const type = String(headers['content-type'])
  const begun = performance.now()
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': type },
    body: new Blob(body.map((piece) => new Uint8Array(piece))),
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  onCall?.(path, performance.now() - begun)
}

/** A call by the last word of its address, without an id; nothing for the sandbox's own listeners. */
function nameOf(path: string): string | undefined {
  if (path.startsWith('/sandbox')) return undefined
  if (path.startsWith(api.fieldExecutive)) return 'getFieldExecById'
  return path === pages.home ? 'the home page' : path.split('/').at(-1)
}
