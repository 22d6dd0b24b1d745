// Our own lint rules, as a plugin for oxlint.
import path from 'node:path'
import { refusal } from './walls.ts'

interface Node {
  type: string
  /** The source of an import or export. */
  source?: { type: string; value?: unknown } | null
}

interface Context {
  cwd: string
  filename: string
  report(problem: { node: unknown; message: string }): void
}

// A constant with a declared type is allowed: a framework's handler gets its parameter types from it.
const arrowAtTopLevel =
  ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator:not([id.typeAnnotation]) > ArrowFunctionExpression'

/** Code that uses the output of a locale as data. */
const localeAsData = [
  'CallExpression[callee.property.name=/^toLocale(Date|Time)?String$/]',
  // A formatter for people uses an Indian locale and a date or time style.
  'NewExpression[callee.object.name="Intl"][callee.property.name="DateTimeFormat"] > Literal.arguments:first-child:not([value=/-IN$/])',
  'NewExpression[callee.object.name="Intl"][callee.property.name="DateTimeFormat"]:not(:has(Property[key.name=/^(date|time)Style$/]))',
  'CallExpression[callee.property.name=/^(replace|replaceAll|split|slice|match)$/][callee.object.callee.property.name="format"]',
]

const refused: Record<string, string> = {
  [arrowAtTopLevel]: 'A function at top level is a function declaration.',
  TSEnumDeclaration: 'Use a union of strings; Node runs our TypeScript as it is.',
}
for (const selector of localeAsData)
  refused[selector] =
    'The output of a locale varies between browsers: use contract/dates.ts or numbers for data.'

function refuseSyntax(context: Context): Record<string, (node: Node) => void> {
  const visitors = Object.entries(refused).map(
    ([selector, message]) => [selector, (node: Node) => context.report({ node, message })] as const,
  )
  return Object.fromEntries(visitors)
}

function guardImports(context: Context): Record<string, (node: Node) => void> {
  const file = path.relative(context.cwd, context.filename).replaceAll('\\', '/')
  const check = ({ source }: Node) => {
    if (typeof source?.value !== 'string') return
    const message = refusal(file, source.value)
    if (message !== undefined) context.report({ node: source, message })
  }
  const kinds = ['ImportDeclaration', 'ImportExpression', 'ExportNamedDeclaration', 'ExportAllDeclaration']
  return Object.fromEntries([...kinds, 'TSImportType'].map((kind) => [kind, check]))
}

export default {
  meta: { name: 'house' },
  rules: { syntax: { create: refuseSyntax }, walls: { create: guardImports } },
}
