import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** A folder or file and what of our own it may import besides itself. Everything else is refused, new folders too. */
interface Room {
  room: string
  may: string[]
}

interface Zone {
  target: string
  from: string
  except: string[]
  message: string
}

/** Options of ESLint's `import-x/no-restricted-paths`. */
export interface Zones {
  basePath: string
  zones: Zone[]
}

const drawn = ['web/pictures', 'web/styles']
const webRooms: Record<string, string[]> = {
  'web/ui': ['web/lib', 'contract'],
  'web/lib': ['contract'],
  'web/content': ['contract'],
  'web/views': ['web/ui', 'web/lib', 'web/content', 'contract', ...drawn],
  'web/shell': ['web/ui', 'web/lib', 'web/content', 'contract', ...drawn],
  'web/pages': ['web', 'contract'],
}

const serverRooms: Record<string, string[]> = {
  'server/lib': ['contract'],
  'server/db': ['server/lib', 'contract'],
  'server/audit': ['server/db', 'server/lib', 'contract'],
  'server/backups': ['server/db', 'server/audit', 'server/lib', 'server/providers/files/port.ts', 'contract'],
  'server/keys': ['server/db', 'server/lib', 'server/providers/files/port.ts', 'contract'],
  'server/jobs': ['server/db', 'server/lib', 'contract'],
  // What is kept of a person reaches over all subjects.
  'server/rights': [
    ...['server/features', 'server/db', 'server/jobs', 'server/sessions', 'server/audit', 'server/lib'],
    ...['server/providers/files/port.ts', 'contract'],
  ],
  'server/telemetry': ['server/jobs', 'server/db', 'server/lib', 'contract'],
  'server/sessions': ['server/db', 'server/lib', 'contract'],
}

/** The files that put the server together, and so may name adapters. */
const compositionRoots = [
  'server/deps.ts',
  'server/open-gateway.ts',
  'server/open-live-providers.ts',
  'server/open-providers.ts',
  'server/open-seal.ts',
  'server/open-files.ts',
]

/** The direction of imports, read from the folders as they are: a new feature or provider is guarded unasked. */
export function importZones(root: string): Zones {
  const list = (folder: string, kind: 'folders' | 'files') => listing(root, folder, kind)
  const ports = list('server/providers', 'folders').map((provider) => `${provider}/port.ts`)
  const server = serverWithoutAdapters(root)
  const rooms: Room[] = [
    { room: 'contract', may: [] },
    ...list('web', 'folders')
      .filter((room) => room !== 'web/features')
      .map((room) => ({ room, may: webRooms[room] ?? ['contract'] })),
    ...list('web/features', 'folders').map((room) => ({ room, may: ['web/ui', 'web/lib', 'contract'] })),
    ...list('server', 'folders')
      .filter((room) => !['server/features', 'server/providers', 'server/testing'].includes(room))
      .map((room) => ({ room, may: serverRooms[room] ?? ['server/lib', 'contract'] })),
    ...list('server/providers', 'folders').map((room) => ({ room, may: ['server/lib', 'contract'] })),
    ...list('server/features', 'folders').map((room) => ({
      room,
      may: [
        ...['server/db', 'server/jobs', 'server/sessions', 'server/audit', 'server/lib', 'contract'],
        ...ports,
      ],
    })),
    ...list('server', 'files').map((room) => ({
      room,
      may: compositionRoots.includes(room) ? ['server', 'contract'] : [...server, 'contract'],
    })),
    { room: 'ops', may: [...server, 'contract'] },
    { room: 'e2e', may: ['contract', 'scripts'] },
    { room: 'bench', may: ['contract', 'scripts'] },
    { room: 'deploy', may: ['server', 'ops', 'contract', 'scripts'] },
    { room: 'attacks', may: ['contract', 'scripts', 'server/testing'] },
    { room: 'faults', may: ['server', 'contract', 'scripts'] },
  ]
  return toZones(root, rooms)
}

/** Tests stand beside the code but may use their whole side: a route's test builds the app, a port's test its adapter. */
export function testZones(root: string): Zones {
  return toZones(root, [
    { room: 'contract', may: [] },
    { room: 'web', may: ['contract'] },
    { room: 'server', may: ['contract'] },
    { room: 'ops', may: ['server', 'contract'] },
    { room: 'e2e', may: ['contract', 'scripts'] },
    { room: 'bench', may: ['contract', 'scripts'] },
    { room: 'deploy', may: ['server', 'ops', 'contract', 'scripts'] },
    { room: 'attacks', may: ['contract', 'scripts', 'server/testing'] },
    { room: 'faults', may: ['server', 'contract', 'scripts'] },
  ])
}

/** All of the server but what tests stand on, and the providers' adapters and simulators, which only server/deps.ts names. */
function serverWithoutAdapters(root: string): string[] {
  const rest = [...listing(root, 'server', 'folders'), ...listing(root, 'server', 'files')]
  const providers = listing(root, 'server/providers', 'folders')
  return [
    ...rest.filter((entry) => entry !== 'server/providers' && entry !== 'server/testing'),
    ...providers.map((provider) => `${provider}/port.ts`),
  ]
}

function listing(root: string, folder: string, kind: 'folders' | 'files'): string[] {
  const whole = path.join(root, folder)
  if (!existsSync(whole)) return []
  return readdirSync(whole, { withFileTypes: true })
    .filter((entry) => (kind === 'folders' ? entry.isDirectory() : /\.tsx?$/.test(entry.name)))
    .map((entry) => `${folder}/${entry.name}`)
}

function toZones(basePath: string, rooms: Room[]): Zones {
  const zones = rooms.map(({ room, may }) => ({
    target: `./${room}`,
    from: '.',
    except: [...new Set([room, ...may, 'node_modules'])].map((place) => `./${place}`),
    message: `Of our own, ${room} may import only ${[room, ...may].join(', ')}.`,
  }))
  return { basePath, zones }
}
