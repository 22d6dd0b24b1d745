import { Ajv, type ValidateFunction } from 'ajv'
import { api } from '#contract/paths.ts'

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
  nullable?: boolean
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

/** Every operation of the document that a server gives of itself. */
export async function readOperations(url: string): Promise<Operation[]> {
  const response = await fetch(url + api.openapi)
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Described>> }
  // `nullable` stands beside keywords that say no type, which strict mode takes for a mistake.
  const ajv = new Ajv({ strict: false, allErrors: true })
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(ajv, { path, method, described })),
  )
}

interface Entry {
  path: string
  method: string
  described: Described
}

function operationOf(ajv: Ajv, { path, method, described }: Entry): Operation {
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

function judgeOf(ajv: Ajv, responses: Described['responses']): Operation['faultOf'] {
  const compiled = new Map<string, ValidateFunction | undefined>()
  for (const [status, { content = {} }] of Object.entries(responses)) {
    const schema = content['application/json']?.schema
    compiled.set(status, schema && ajv.compile(schema))
  }
  return (status, type, body) => {
    const known = [String(status), `${String(status)[0]}XX`].find((name) => compiled.has(name))
    if (known === undefined) return 'a status that the document does not name'
    const validate = compiled.get(known)
    if (!type.startsWith('application/json')) {
      const others = Object.keys(responses[known]?.content ?? {})
      return others.some((other) => type.startsWith(other)) ? undefined : `a body of type ${type}`
    }
    if (!validate || validate(body)) return undefined
    return ajv.errorsText(validate.errors)
  }
}
