import { Ajv2020 } from 'ajv/dist/2020.js'
import { documentFieldNames } from '#contract/fields/application.ts'
import { errorEnvelope, errorStatus } from '#contract/errors.ts'
import { api, ownCalls } from '#contract/paths.ts'
import { careerApplication } from '#contract/schemas/careers.ts'
import { photoField, registrationFieldNames } from '#contract/schemas/registrations.ts'
import { type Got, get } from '#tests/support/tcp.ts'

/** The place of a value in a request: in its path, its query, a JSON body or a form with files. */
export const places = ['path', 'query', 'body', 'form'] as const
export type Place = (typeof places)[number]

export interface Operation {
  method: string
  /** With `{names}` as placeholders. */
  path: string
  /** The names of its values. */
  names: Record<Place, string[]>
  /** The names that are files of a form. */
  files: readonly string[]
  /** Returns why this answer is not allowed; undefined if it is. */
  faultOf(answer: Got): string | undefined
}

interface Schema {
  $ref?: string
  properties?: object
}

interface Described {
  parameters?: { name: string; in: Place }[]
  requestBody?: { content: { 'application/json'?: { schema: Schema } } }
  responses: Record<string, { content?: Record<string, { schema?: object }> }>
}

interface Document {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> }
}

/** Fields and files of the operations with forms, which the document does not list. */
const forms: Record<string, { fields: readonly string[]; files: readonly string[] }> = {
  [api.careerApplication]: { fields: Object.keys(careerApplication.shape), files: documentFieldNames },
  [api.registerExecutive]: { fields: registrationFieldNames, files: [photoField] },
  [`${api.own}{id}${ownCalls.document}`]: { fields: [], files: documentFieldNames },
}

/** Returns every operation of the document of a server. */
export async function readOperations(url: string): Promise<Operation[]> {
  const document = JSON.parse((await get(url + api.openapi)).body.toString()) as Document
  const { schemas } = document.components
  const ajv = new Ajv2020({ strict: false, allErrors: true }).addSchema(document, 'api')
  const whole = ({ $ref, ...schema }: Schema) => ($ref ? schemas[$ref.split('/').at(-1) ?? ''] : schema)

  function operationOf(path: string, method: string, described: Described): Operation {
    const { parameters = [], requestBody, responses } = described
    const { fields = [], files = [] } = forms[path] ?? {}
    const schema = requestBody?.content['application/json']?.schema
    const named = (place: Place) => parameters.filter((one) => one.in === place).map(({ name }) => name)
    const body = Object.keys((schema && whole(schema)?.properties) ?? {})
    return {
      ...{ method: method.toUpperCase(), path, files },
      names: { path: named('path'), query: named('query'), body, form: [...fields, ...files] },
      faultOf(answer) {
        const { status } = answer
        const type = answer.headers['content-type'] ?? ''
        const text = answer.body.toString()
        const json: unknown = type.startsWith('application/json') ? JSON.parse(text) : undefined
        const fault = faultOfAny(answer, text, json)
        if (fault) return fault
        const content = responses[status]?.content ?? {}
        if (!responses[status]) return 'a status that the document does not name'
        if (json === undefined)
          return Object.keys(content).some((one) => type.startsWith(one))
            ? undefined
            : `a body of type ${type}`
        if (!content['application/json']?.schema) return undefined
        const way = ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema']
        const pointer = way.map((name) => encodeURIComponent(String(name).replaceAll('/', '~1'))).join('/')
        const validate = ajv.getSchema(`api#/${pointer}`)
        return validate?.(json) ? undefined : ajv.errorsText(validate?.errors)
      },
    }
  }

  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(path, method, described)),
  )
}

/** Answers to a provider's trouble or a busy server; every other 5xx is our fault. */
const allowed = new Set([502, 503, 504])

/** Words of a library, a database or a stack, which no visitor may read. */
const inside =
  /\bSQLITE|syntax error|node_modules|node:internal|\bat \S+ \(|relation "|no such (?:table|column)/i

function faultOfAny({ status, headers }: Got, text: string, json: unknown): string | undefined {
  if (status >= 500 && !allowed.has(status)) return `a fault of ours: ${status}`
  if (headers['x-content-type-options'] !== 'nosniff') return 'an answer that browsers may guess the type of'
  if (inside.test(text)) return 'an answer with words from inside'
  if (status < 400) return undefined
  const refusal = errorEnvelope.safeParse(json)
  if (!refusal.success) return 'a refusal without the envelope'
  return errorStatus[refusal.data.code] === status ? undefined : 'a refusal whose code is of another status'
}
