import path from 'node:path'

type Wall = [place: string, may: string[]]

const server = ['server', 'sandbox', 'contract']
const ports = 'server/providers/*/port.ts'
/** What stands below the other features: each stores a person as a record, webhooks tell of its changes, mails of the rest. */
const shared = ['server/features/records', 'server/features/webhooks', 'server/features/mails']
const feature = ['server/platform', 'server/context.ts', 'contract', ports, ...shared]

/** The parts of the onboarding; each may import those before it. */
const onboarding = ['person', 'identity', 'mandate', 'registration', 'agreement'].map(
  (part) => `server/features/onboarding/${part}`,
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
  ['server/providers/*.ts', ['server', 'contract']],
  ['server/providers/*', ['server/platform', 'server/config', 'server/providers/*.ts', ports, 'contract']],
  // Personal data spans all features, so privacy, staff and the page of one's own data import all of them.
  ...['privacy', 'staff', 'my'].map((name): Wall => [
    `server/features/${name}`,
    [...feature, 'server/features'],
  ]),
  ['server/features/records', ['server/platform', 'contract']],
  ['server/features/webhooks', ['server/platform', 'contract', 'server/features/records']],
  [
    'server/features/mails',
    ['server/platform', 'server/context.ts', 'contract', ports, 'server/features/records'],
  ],
  ['server/features/careers', [...feature, 'server/features/vacancies/service.ts']],
  ['server/features/digest', [...feature, 'server/features/onboarding/identity/code-limits.ts']],
  ['server/features/sandbox', [...feature, 'sandbox/store.ts']],
  // The pages of vacancies are drawn into documents of the site.
  ['server/features/vacancies', [...feature, 'server/features/pages']],
  ...onboarding.map((part, at): Wall => [part, [...feature, ...onboarding.slice(0, at)]]),
  ['server/features/*', feature],
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
