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

const drawn = ['web/styles']
const webRooms: Record<string, string[]> = {
  'web/ui': ['web/lib', 'contract'],
  'web/lib': ['contract'],
  'web/content': ['web/lib', 'contract'],
  'web/views': ['web', 'contract'],
  'web/layout': ['web/ui', 'web/lib', 'web/content', 'contract', ...drawn],
  'web/pages': ['web', 'contract'],
  'web/english-only': ['web', 'contract'],
}

const tests: Room[] = [
  { room: 'contract', may: ['tests/support'] },
  { room: 'web', may: ['contract'] },
  { room: 'sandbox', may: ['contract', 'server', 'tests/support'] },
  { room: 'server', may: ['contract', 'sandbox', 'tests/support'] },
  { room: 'ops', may: ['server', 'contract', 'tests/support'] },
  { room: 'bench', may: ['contract', 'scripts', 'tests/support'] },
  { room: 'tests/e2e', may: ['contract', 'scripts', 'tests/support'] },
  { room: 'tests/security', may: ['contract', 'scripts', 'tests/support'] },
  ...['tests/support', 'tests/resilience', 'tests/deploy'].map((room) => ({
    room,
    may: ['server', 'sandbox', 'ops', 'contract', 'scripts', 'tests/support'],
  })),
]

/** The direction of imports, read from the folders as they are: a new feature or provider is guarded unasked. */
export function importZones(root: string): Zones {
  const list = (folder: string, kind: 'folders' | 'files') => listing(root, folder, kind)
  const providers = list('server/providers', 'folders')
  const ports = providers.map((provider) => `${provider}/port.ts`)
  const all = ['server', 'sandbox', 'contract']
  const rooms: Room[] = [
    { room: 'contract', may: [] },
    // The outside world: it knows nothing of the product but what other programs know too.
    { room: 'sandbox', may: ['contract'] },
    ...list('web', 'folders')
      .filter((room) => room !== 'web/features')
      .map((room) => ({ room, may: webRooms[room] ?? ['contract'] })),
    ...list('web/features', 'folders').map((room) => ({
      room,
      may: ['web/ui', 'web/lib', 'web/content', 'contract'],
    })),
    { room: 'server/config', may: ['server/platform', 'server/providers', 'contract'] },
    { room: 'server/platform', may: ['contract', 'server/providers/files/port.ts'] },
    ...providers.map((room) => ({
      room,
      may: ['server/platform', 'server/config', ...list('server/providers', 'files'), ...ports, 'contract'],
    })),
    // What is stored of a person reaches over all features, and staff work with all of them.
    ...list('server/features', 'folders').map((room) => ({
      room,
      may: [
        'server/platform',
        'server/context.ts',
        'contract',
        ...ports,
        ...(/\/(privacy|staff)$/.test(room) ? ['server/features'] : []),
        ...(room === 'server/features/sandbox' ? ['sandbox/store.ts'] : []),
      ],
    })),
    ...list('server', 'files').map((room) => ({ room, may: all })),
    { room: 'ops', may: all },
    { room: 'bench', may: ['contract', 'scripts', 'tests/support'] },
  ]
  return toZones(root, rooms)
}

/** Tests stand beside the code but may use their whole side: a route's test builds the app, a port's test its adapter. */
export function testZones(root: string): Zones {
  return toZones(root, tests)
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
