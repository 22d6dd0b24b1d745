import type { IncomingMessage } from 'node:http'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { errorEnvelope, errorStatus } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'

/** What came back. */
export interface Heard {
  status: number
  type: string
  headers: IncomingMessage['headers']
  text: string
}

/** As much of JSON Schema as the document of the API uses. */
export interface Schema {
  type?: string
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  pattern?: string
  minLength?: number
  maxLength?: number
}

interface Described {
  parameters?: { name: string; in: 'path' | 'query'; schema: Schema }[]
  requestBody?: { content: { 'application/json'?: { schema: Schema } } }
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
}

export interface Operation {
  method: string
  /** With `{names}` where values go. */
  path: string
  inPath: string[]
  inQuery: string[]
  /** Of a JSON body; none where the operation takes none, or a multipart one, which the document does not describe. */
  body: Schema | undefined
  /** Why this answer is none that the document allows; nothing when it is one. */
  faultOf(status: number, type: string, body: unknown): string | undefined
}

interface Document {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> }
}

/** A document with each schema where it is referred to. */
function written(document: Document): Document {
  const { schemas } = document.components
  const inPlace = (_: string, value: unknown): unknown => {
    const { $ref } = (value ?? {}) as { $ref?: string }
    return $ref === undefined
      ? value
      : (JSON.parse(JSON.stringify(schemas[$ref.split('/').at(-1) ?? '']), inPlace) as unknown)
  }
  return JSON.parse(JSON.stringify(document), inPlace) as Document
}

/** Every operation of the document that a server gives of itself. */
export async function readOperations(url: string): Promise<Operation[]> {
  const response = await fetch(url + api.openapi)
  const { paths } = written((await response.json()) as Document)
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(ajv, { path, method, described })),
  )
}

interface Entry {
  path: string
  method: string
  described: Described
}

function operationOf(ajv: Ajv2020, { path, method, described }: Entry): Operation {
  const named = (place: string) =>
    (described.parameters ?? []).filter((parameter) => parameter.in === place).map(({ name }) => name)
  return {
    method: method.toUpperCase(),
    path,
    inPath: named('path'),
    inQuery: named('query'),
    body: described.requestBody?.content['application/json']?.schema,
    faultOf: judgeOf(ajv, described.responses),
  }
}

function judgeOf(ajv: Ajv2020, responses: Described['responses']): Operation['faultOf'] {
  const compiled = new Map<string, ValidateFunction | undefined>()
  for (const [status, { content = {} }] of Object.entries(responses)) {
    const schema = content['application/json']?.schema
    compiled.set(status, schema && ajv.compile(schema))
  }
  return (status, type, body) => {
    const known = String(status)
    if (!compiled.has(known)) return 'a status that the document does not name'
    const validate = compiled.get(known)
    if (!type.startsWith('application/json')) {
      const others = Object.keys(responses[known]?.content ?? {})
      return others.some((other) => type.startsWith(other)) ? undefined : `a body of type ${type}`
    }
    if (!validate || validate(body)) return undefined
    return ajv.errorsText(validate.errors)
  }
}

/** What a provider's trouble or a busy server is answered with; every other 5xx is a fault of ours. */
const allowed = new Set([502, 503, 504])

/** Words of a library, a database or a stack, which no visitor is to read. */
const inside =
  /\bSQLITE|syntax error|node_modules|node:internal|\bat \S+ \(|relation "|no such (?:table|column)/i

/** Why an answer is none that may be given; nothing when it is right. */
export function faultIn(operation: Operation, answer: Heard): string | undefined {
  const { status, type, headers, text } = answer
  if (status >= 500 && !allowed.has(status)) return `a fault of ours: ${status}`
  if (headers['x-content-type-options'] !== 'nosniff') return 'an answer that browsers may guess the type of'
  if (inside.test(text)) return 'an answer with words from inside'
  const isJson = type.startsWith('application/json')
  const body: unknown = isJson ? JSON.parse(text) : undefined
  if (status >= 400) {
    const refusal = errorEnvelope.safeParse(body)
    if (!refusal.success) return 'a refusal without the envelope'
    if (errorStatus[refusal.data.code] !== status) return 'a refusal whose code is of another status'
  }
  return operation.faultOf(status, type, body)
}
