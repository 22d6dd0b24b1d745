// Rules that oxlint lacks, as a plugin of it.
import path from 'node:path'
import { refusal } from './walls.ts'

interface Node {
  type: string
  /** Of an import or an export. */
  source?: { type: string; value?: unknown } | null
}

interface Context {
  cwd: string
  filename: string
  report(problem: { node: unknown; message: string }): void
}

// A constant with a type of its own is let be: a framework's handler takes its parameters' types from it.
const arrowAtTopLevel =
  ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator:not([id.typeAnnotation]) > ArrowFunctionExpression'

/** Where a text that some locale happens to write is taken for data. */
const localeAsData = [
  'CallExpression[callee.property.name=/^toLocale(Date|Time)?String$/]',
  // For people here, a formatter is of India and asks for whole dates and times in a style.
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
    'How a locale writes changes with the browser: data is made by contract/dates.ts or of numbers.'

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
