import { browserFindings } from './browser-findings.ts'
import { docPathFindings } from './checks/doc-paths.ts'
import { limitFindings } from './limit-findings.ts'
import { lockFindings } from './lock-findings.ts'
import { nameFindings } from './name-findings.ts'
import { securityFindings } from './security-findings.ts'
import { settingsFindings } from './settings-text.ts'
import type { Step } from './step.ts'

const limit = 3 * 60_000

function tool(name: string, command: string, ...args: string[]): Step {
  return { name, command, args, limit }
}

// TypeScript 7 is the fast one; the tools that load TypeScript as a library still need 6, which keeps the plain name.
const tsc = 'node_modules/typescript-7/bin/tsc'

/** What `npm run check` runs and `npm test` begins with. The longest come first, since two run at a time. */
export const checks: Step[] = [
  tool('lint', 'eslint', '--max-warnings=0', '.'),
  tool('lint of promises and cycles', 'oxlint', '--max-warnings=0'),
  tool(
    'types of .astro files',
    'astro',
    'check',
    '--tsconfig',
    'tsconfig.web.json',
    '--minimumFailingSeverity',
    'hint',
  ),
  tool('unused code (knip)', 'knip'),
  tool('format', 'prettier', '--check', '--log-level', 'warn', '.'),
  tool('types of server', 'node', tsc, '-p', 'tsconfig.server.json'),
  tool('types of web', 'node', tsc, '-p', 'tsconfig.web.json'),
  tool('types of e2e and bench', 'node', tsc, '-p', 'tsconfig.e2e.json'),
  { name: 'what browsers lack', findings: browserFindings },
  { name: 'names of files', findings: () => nameFindings() },
  { name: 'package-lock.json', findings: () => lockFindings() },
  { name: 'paths in documents', findings: () => docPathFindings() },
  { name: 'docs/security.md', findings: () => securityFindings() },
  { name: 'limits as listed', findings: () => limitFindings() },
  tool('document of the API', 'node', 'scripts/check-openapi.ts'),
  { name: 'settings as listed', findings: settingsFindings },
]
