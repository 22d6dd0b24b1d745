import { createHash } from 'node:crypto'
import { api } from '#contract/paths.ts'
import { escapeHtml } from '#contract/schemas/agency.ts'
import { documentPolicy } from './security-headers.ts'

interface Body {
  description?: string
  content?: Record<string, { schema: object }>
}
interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  example?: unknown
}
interface Call {
  summary?: string
  operationId?: string
  parameters?: Parameter[]
  requestBody?: Body
  responses: Record<string, Body>
}

/** The parts of an OpenAPI document that the page shows. */
interface ApiDocument {
  info: { title: string; description?: string; version: string }
  paths: Record<string, Record<string, Call>>
  components: { schemas: Record<string, object> }
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
section { border-top: 1px solid; margin-top: 2rem }
h2, h3, code, pre { overflow-wrap: anywhere }
pre { white-space: pre-wrap; border-left: 3px solid; padding-left: 1rem }
th, td { text-align: left; vertical-align: top; padding: 0 1rem .25rem 0 }
`

/** The page loads nothing and runs nothing; its one style is allowed by its hash. */
export const apiPagePolicy = documentPolicy({
  scripts: [],
  styles: [createHash('sha256').update(style).digest('base64')],
})

/** Returns an OpenAPI document as a page for readers: every call, then every schema that a call refers to. */
export function apiPage(document: object): string {
  const { info, paths, components } = document as ApiDocument
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ name: `${method.toUpperCase()} ${path}`, call })),
  )
  const schemas = Object.entries(components.schemas)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(info.title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escapeHtml(info.title)}</h1>
<p>${escapeHtml(info.description ?? '')} Version ${escapeHtml(info.version)}, also as <a href="${api.openapi}">OpenAPI in JSON</a>.</p>
<nav aria-label="Calls"><ul>${calls.map(({ name }) => `<li><a href="#${idOf(name)}">${escapeHtml(name)}</a></li>`).join('')}</ul></nav>
<main>
${calls.map(({ name, call }) => callSection(name, call)).join('\n')}
${schemas.map(([name, schema]) => `<section><h2 id="${idOf(name)}">${escapeHtml(name)}</h2>${schemaText(schema)}</section>`).join('\n')}
</main>
</body>
</html>
`
}

function callSection(name: string, { summary = '', parameters = [], requestBody, responses }: Call): string {
  const answers = Object.entries(responses).map(([status, body]) => `<h3>${status}</h3>${bodyText(body)}`)
  return [
    `<section><h2 id="${idOf(name)}">${escapeHtml(name)}</h2><p>${escapeHtml(summary)}</p>`,
    ...(parameters.length > 0
      ? [`<h3>Parameters</h3><table>${parameters.map(parameterRow).join('')}</table>`]
      : []),
    ...(requestBody ? [`<h3>Request</h3>${bodyText(requestBody)}`] : []),
    ...answers,
    '</section>',
  ].join('')
}

function parameterRow({
  name,
  in: place,
  required = false,
  description = '',
  example = '',
}: Parameter): string {
  const about = `${description} (${place}${required ? ', required' : ''}; such as ${String(example)})`
  return `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(about)}</td></tr>`
}

function bodyText({ description = '', content = {} }: Body): string {
  const forms = Object.entries(content).map(
    ([type, { schema }]) => `<p><code>${escapeHtml(type)}</code></p>${schemaText(schema)}`,
  )
  return `<p>${escapeHtml(description)}</p>${forms.join('')}`
}

/** Returns a schema as JSON in which the names of other schemas are links. */
function schemaText(schema: object): string {
  const text = escapeHtml(JSON.stringify(schema, null, 2))
  const linked = text.replaceAll(
    /#\/components\/schemas\/(\w+)/g,
    (reference, name: string) => `<a href="#${idOf(name)}">${reference}</a>`,
  )
  return `<pre>${linked}</pre>`
}

function idOf(name: string): string {
  return name.replaceAll(/[^\w-]+/g, '-')
}
