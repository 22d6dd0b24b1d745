import { randomBytes } from 'node:crypto'
import { type Config, loadConfig, type Source } from '#server/config/config.ts'
import { type Engine, makePlace, type Place } from './place.ts'

export function newKey(): string {
  return randomBytes(32).toString('base64')
}

/** The settings read; a test that gives wrong ones has made a mistake. */
export function configOf(settings: Source): Config {
  const answer = loadConfig(settings)
  if (!answer.ok) throw new Error(answer.faults.join('\n'))
  return answer.config
}

/** A place for a server with settings of its own, which goes at the end of its block. */
export async function keptPlace(
  engine: Engine,
  settings: Source,
): Promise<Place & { [Symbol.asyncDispose](): Promise<void> }> {
  const place = await makePlace(engine)
  return {
    ...place,
    settings: { ...place.settings, ...settings },
    [Symbol.asyncDispose]: () => place.remove(),
  }
}
