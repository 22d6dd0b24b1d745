import { readdir } from 'node:fs/promises'
import path from 'node:path'

const rooms = ['contract', 'web', 'server', 'ops', 'tests', 'bench', 'scripts']
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)+$/
/** Drawers that collect what nobody placed. */
const drawers = /^(index|utils|helpers|types|common|misc)\.tsx?$/
const featureFiles = ['routes.ts', 'service.ts', 'store.ts', 'rules.ts', 'jobs.ts', 'mail.ts']

const inFeature = /^server\/features\/[^/]+\//
/** The parts of a document that a feature draws up are named for what they say. */
const inDocument = /^server\/features\/[^/]+\/document\//

/** Files that are not named as agreed: kebab-case, no drawers, and in a server feature only the closed list. */
export async function nameFindings(root = path.dirname(import.meta.dirname)): Promise<string[]> {
  const found = await Promise.all(rooms.map((room) => filesOf(root, room)))
  return found.flat().flatMap((file) => {
    const fault = faultOf(file)
    return fault === undefined ? [] : [`${file}: ${fault}`]
  })
}

function faultOf(file: string): string | undefined {
  const name = path.posix.basename(file)
  if (!kebabCase.test(name)) return 'a file name is in kebab-case'
  if (drawers.test(name)) return 'name a file for its one job'
  if (inFeature.test(file) && !inDocument.test(file) && !isFeatureFile(name)) {
    return `a server feature has only ${featureFiles.join(', ')}, parts of these such as booking-service.ts, and tests`
  }
  return undefined
}

function isFeatureFile(name: string): boolean {
  return name.endsWith('.test.ts') || featureFiles.some((file) => name === file || name.endsWith(`-${file}`))
}

async function filesOf(root: string, room: string): Promise<string[]> {
  const entries = await readdir(path.join(root, room), { recursive: true, withFileTypes: true }).catch(
    () => [],
  )
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
}
