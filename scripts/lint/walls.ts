import path from 'node:path'

type Wall = [place: string, may: string[]]

const server = ['server', 'sandbox', 'contract']
const ports = 'server/providers/*/port.ts'
/** What every feature may import. */
const base = ['server/platform', 'server/context.ts', 'contract', ports]

/**
 * The features, from below to above. A feature may import the services of those before it, and of their other files those
 * that are named here: what several features need in transactions of their own, and rules. A dot stands for all files.
 */
const features: [name: string, ...open: string[]][] = [
  ['records', '.'],
  ['webhooks', 'jobs.ts', 'signature-rules.ts'],
  ['mails', 'mail.ts'],
  ['pages'],
  ['vacancies', 'store.ts', 'candidate-store.ts'],
  ['careers', 'store.ts', 'link-store.ts', 'superseding-store.ts', 'jobs.ts'],
  ['enquiries'],
  ['onboarding/person', '.'],
  ['onboarding/identity', 'code-store.ts', 'code-limits.ts'],
  ['onboarding/mandate', 'store.ts', 'state-rules.ts', 'jobs.ts'],
  ['onboarding/registration', 'store.ts', 'pause-store.ts'],
  ['onboarding/agreement', 'store.ts', 'document/agreement-data.ts'],
  ['onboarding/funnel-service.ts', '.'],
  ['reminders', 'store.ts'],
  ['digest'],
  ['health'],
  ['page-errors'],
  ['sandbox', 'store.ts'],
  ['staff/desk-rules.ts', '.'],
  ['staff/desk-limits.ts', '.'],
  ['staff/access', 'people-store.ts', 'session-store.ts', 'session-rules.ts'],
  ['privacy', 'person.ts', 'subject-export.ts', 'erasure-store.ts', 'retention-store.ts'],
  ['staff/records', 'store.ts'],
  ['my'],
  ['staff/vacancies'],
  ['staff/webhooks', 'store.ts'],
  ['staff/privacy'],
  ['staff'],
]

const openFiles = features.map(([name, ...named]) =>
  ['service.ts', '*-service.ts', ...named].map((file) => path.posix.join('server/features', name, file)),
)

/** What a place may import besides itself. The first row that matches a file applies. A star stands for one name. */
const walls: Wall[] = [
  ['contract', []],
  // The simulated vendors know only what other programs know too.
  ['sandbox', ['contract']],
  ['web/features/my', ['web/features', 'web/ui', 'web/lib', 'contract']],
  ['web/features/*', ['web/ui', 'web/lib', 'web/content', 'contract']],
  ['web/ui', ['web/lib', 'contract']],
  ['web/content', ['web/lib', 'contract']],
  ['web/layout', ['web/ui', 'web/lib', 'web/content', 'web/styles', 'contract']],
  ...['views', 'pages', 'english-only'].map((folder): Wall => [`web/${folder}`, ['web', 'contract']]),
  ['web/*', ['contract']],
  ['server/config', ['server/platform', 'server/providers', 'contract']],
  ['server/platform', ['contract', 'server/providers/files/port.ts']],
  ['server/providers/files/port.ts', []],
  ['server/providers/*.ts', ['server/platform', 'server/providers', 'contract']],
  ['server/providers/*', ['server/platform', 'server/providers/*.ts', ports, 'contract']],
  // It shows what the simulated vendors received.
  ['server/features/sandbox', [...base, 'sandbox/store.ts']],
  ...features.map(([name], at): Wall => [
    `server/features/${name}`,
    [...base, ...openFiles.slice(0, at).flat()],
  ]),
  ['server/features', base],
  ['server/*.ts', server],
  ['ops', server],
  ['bench', ['contract', 'scripts', 'tests/support']],
]

/** What the desk says stands beside the screens that say it. */
const wordsOfDesk = ['web/features/staff/words.ts', 'web/features/staff/*/words.ts']

const all = [...server, 'ops', 'scripts', 'tests/support', ...wordsOfDesk]

/** Tests may import more: a route's test builds the app, a port's test its adapter. */
const wallsOfTests: Wall[] = [
  ['contract', ['tests/support']],
  ['web', ['contract']],
  ['sandbox', [...server, 'tests/support']],
  ['server', ['contract', 'sandbox', 'tests/support']],
  ['ops', ['server', 'contract', 'tests/support']],
  ['bench', ['contract', 'scripts', 'tests/support']],
  ['tests/e2e', ['contract', 'scripts', 'tests/support', ...wordsOfDesk]],
  ['tests/security', ['contract', 'scripts', 'tests/support']],
  ...['support', 'resilience', 'deploy'].map((folder): Wall => [`tests/${folder}`, all]),
]

/** Returns why a file may not make an import; undefined if it may. */
export function refusal(file: string, imported: string): string | undefined {
  if (/^\.\.(\/|$)/.test(imported))
    return 'Use #contract, #web, #server and so on across folders, ./ within one.'
  const isTest = /\.test\.tsx?$|^tests\//.test(file)
  if (!/^[#.]/.test(imported)) {
    const isAllowed = isTest || !file.startsWith('contract/') || /^zod(\/mini)?$/.test(imported)
    return isAllowed ? undefined : 'The contract imports zod only.'
  }
  const to = imported.startsWith('#')
    ? imported.slice(1).replace(/^messages\//, 'contract/messages/en/')
    : path.posix.join(path.posix.dirname(file), imported)
  const [place, may] = (isTest ? wallsOfTests : walls).find(([place]) => within(place).test(file)) ?? []
  if (place === undefined || may === undefined) return undefined
  const own = within(place).exec(file)?.[0] ?? place
  if ([own, ...may].some((allowed) => within(allowed).test(to))) return undefined
  return `Files here may import only ${[place, ...may].join(', ')}.`
}

function within(place: string): RegExp {
  const pattern = place.replaceAll('.', '\\.').replaceAll('*', '[^/]+')
  return new RegExp(`^${pattern}(?=/|$)`)
}
