import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifySchema } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import * as errors from '#contract/errors.ts'
import { executiveFields } from '#contract/fields/executive.ts'
import { staffApi } from '#contract/paths.ts'
import * as agreements from '#contract/schemas/agreements.ts'
import * as careers from '#contract/schemas/careers.ts'
import { endingsOf } from '#contract/schemas/documents.ts'
import * as enquiries from '#contract/schemas/enquiries.ts'
import * as identity from '#contract/schemas/identity.ts'
import * as mandates from '#contract/schemas/mandates.ts'
import * as pageErrors from '#contract/schemas/page-errors.ts'
import * as registrations from '#contract/schemas/registrations.ts'
import * as access from '#contract/schemas/staff-access.ts'
import * as mails from '#contract/schemas/staff-mails.ts'
import * as privacy from '#contract/schemas/staff-privacy.ts'
import * as records from '#contract/schemas/staff-records.ts'
import * as today from '#contract/schemas/staff-today.ts'
import * as vacancies from '#contract/schemas/vacancies.ts'
import * as webhooks from '#contract/schemas/staff-webhooks.ts'
import type { ApiServer } from './api-server.ts'
import type { UploadRules } from '#contract/calls/call.ts'
import { defaultLanguage } from '#contract/messages/languages.ts'
import { fileHint } from '#contract/messages/with-values.ts'
import { say } from '#server/platform/requested-language.ts'

type JsonSchema = Record<string, unknown>

/** Names every schema of the contract, so that a document contains it once and refers to it. */
const named = z.registry<{
  id?: string
  type?: string
  format?: string
  pattern?: string
  description?: string
}>()
const contracts = [
  ...[errors, agreements, careers, enquiries, identity, mandates, pageErrors, registrations],
  ...[access, mails, privacy, records, today, vacancies, webhooks],
]
for (const contract of contracts) {
  for (const [name, value] of Object.entries(contract)) {
    const schema: unknown = value
    if (!(schema instanceof z.ZodMiniObject) || named.has(schema)) continue
    named.add(schema, { id: name.charAt(0).toUpperCase() + name.slice(1) })
  }
}

// The call refuses other numbers in its own words, and accepts other spellings of a number.
named.add(executiveFields.phone.schema, {
  pattern: '^[6-9][0-9]{9}$',
  description: 'An Indian mobile number; +91 or 0 before it, and spaces and dashes within it, are taken too',
})

const toJsonSchema = createJsonSchemaTransform({ schemaRegistry: named })
const withComponents = createJsonSchemaTransformObject({ schemaRegistry: named })

/** Describes each parameter of an address or a query, with an example. */
const parameters: Record<string, { description: string; example: string | number }> = {
  address: { description: 'The address of one agreement, as `agreement_url` has it', example: 'mT4u0ZqV' },
  expires: {
    description: 'When the signed address ends, in milliseconds since 1970',
    example: '1795420800000',
  },
  signature: { description: 'The signature of the signed address', example: 'q0Zt5m3VhA' },
  download: { description: '1 to have the file saved instead of shown', example: '1' },
  id: { description: 'What names one of them in this API', example: 'Zk3VbJ0cQh2mT4u0ZqVw7y' },
  transactionId: { description: 'The transaction of a mandate: thirteen digits', example: '1700000000000' },
  ifsc: { description: 'The IFSC code of a branch', example: 'HDFC0000001' },
  to: {
    description: 'Only messages to this phone number, Aadhaar number or e-mail address',
    example: '9000000001',
  },
  limit: { description: 'How many at most', example: '20' },
  of: { description: 'The list of work', example: 'late' },
  kind: { description: 'The list that a record is in', example: 'enquiries' },
  reference: { description: 'The reference of one record', example: 'EN-7K3M9Q' },
  q: {
    description: 'Only vacancies whose reference, title, employer or place has these words',
    example: 'fitter',
  },
  employer: { description: 'Only vacancies of this employer', example: 'Surat Mills' },
  enquiry: { description: 'Only vacancies that began with this enquiry', example: 'EN-7K3M9Q' },
  state: { description: 'Only vacancies in this state', example: 'published' },
  sort: { description: 'The order of the list; the newest first without it', example: 'oldest' },
  sector: { description: 'Only applications for work in this sector', example: 'finance' },
  waits: { description: 'Only vacancies that wait for somebody, and why', example: 'closing' },
  status: { description: 'Only records with this status', example: 'new' },
  assigned: { description: 'Only records that this person works on, `me`, or `nobody`', example: 'me' },
  from: { description: 'Only records received on this day or later', example: '2026-01-31' },
  place: {
    description: 'Only records from this city or state, or of those who want to work there',
    example: 'Surat',
  },
  document: { description: 'Only applications with this document', example: 'resume' },
  name: { description: 'Which document: as the page names it', example: 'resume' },
  mandate: { description: 'Only executives whose mandate has this state', example: 'failed' },
  superseded: { description: 'Also applications that a later one superseded', example: 'shown' },
  after: { description: 'The cursor with which the page before ended', example: 'MTcwMDAwMDAwMDAwMA' },
  before: { description: 'Only entries with a smaller number', example: 1000 },
  all: { description: 'From the oldest entry on, also what was verified before', example: 'true' },
}

/** `to` beside `from` ends a span of days; alone it is the recipient of a message. */
const lastDay = { description: 'Only records received on this day or earlier', example: '2026-12-31' }

const vacancyName = { description: 'The reference of a vacancy', example: 'VA-7K3M9Q' }

function describedParameters(schema: z.ZodMiniType): JsonSchema {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const { $schema: _, ...rest } = json
  const properties = Object.entries((rest['properties'] ?? {}) as Record<string, JsonSchema>)
  return {
    ...rest,
    properties: Object.fromEntries(
      properties.map(([name, property]) => {
        const isSpan = properties.some(([other]) => other === 'from')
        const isVacancy = /^\^VA-/.test(String(property['pattern']))
        const about = name === 'to' && isSpan ? lastDay : isVacancy ? vacancyName : parameters[name]
        if (!about) throw new Error(`openapi.ts does not describe the parameter ${name}`)
        const { description, example } = about
        // The example must be valid for this call.
        const taken = property['enum'] as unknown[] | undefined
        const fitting = taken?.includes(example) === false ? taken[0] : example
        return [name, { ...property, description, examples: [fitting] }]
      }),
    ),
  }
}

type Transform = Parameters<typeof toJsonSchema>[0]

/** Describes a call; its parameters are written out, since only bodies and answers can be references. */
function describeCall(document: Transform) {
  const { params, querystring, ...schema } = document.schema as FastifySchema & Record<string, unknown>
  const described = toJsonSchema({ ...document, schema } as Transform)
  const ofAddress = { ...(params ? { params } : {}), ...(querystring ? { querystring } : {}) }
  const written = Object.entries(ofAddress).map(([place, of]) => [
    place,
    describedParameters(of as z.ZodMiniType),
  ])
  return { url: described.url, schema: { ...described.schema, ...Object.fromEntries(written) } as JsonSchema }
}

/** Returns the components that a document refers to, directly or through others. */
function usedSchemas(document: JsonSchema, all: Record<string, unknown>): Record<string, unknown> {
  const used = new Set<string>()
  const look = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (!name || used.has(name)) continue
      used.add(name)
      look(all[name])
    }
  }
  look(document)
  return Object.fromEntries([...used].sort().map((name) => [name, all[name]]))
}

const describeAll: typeof withComponents = (document) => {
  const whole = withComponents(document) as unknown as JsonSchema & {
    components: { schemas: Record<string, unknown> }
  }
  const { components, ...rest } = whole
  return {
    ...rest,
    components: { ...components, schemas: usedSchemas(rest, components.schemas) },
  } as unknown as ReturnType<typeof withComponents>
}

interface Described {
  agency: { name: string }
  publicUrl: string
  /** The cookie of a session. */
  cookie: string
}

type OpenApi = NonNullable<FastifyDynamicSwaggerOptions['openapi']>
type Webhooks = NonNullable<Extract<OpenApi, { webhooks?: unknown }>['webhooks']>

const license = { name: 'MIT', url: 'https://opensource.org/license/mit' }

/** Makes the API's document from the schemas of the routes registered after it. */
export async function describeApi(app: ApiServer, { agency, publicUrl, cookie }: Described): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${agency.name}: the API of the website`,
        description:
          'Every call the pages make. Each refusal has one shape: a message, a code, and the fields.',
        version: '1.0.0',
        license,
      },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { visitor: { type: 'apiKey', in: 'cookie', name: cookie } } },
      // Some calls set the cookie, and those that need a verified visitor refuse without it.
      security: [{}, { visitor: [] }],
    },
    transform(document) {
      // The desk has a document of its own.
      if (document.schema?.hide || document.url.startsWith(staffApi))
        return { schema: { hide: true }, url: document.url }
      const { schema, url: address } = describeCall(document)
      return { schema: { ...schema, operationId: operationId(address) }, url: address }
    },
    transformObject: describeAll,
  })
}

/**
 * Makes the document of the staff desk's calls, which are registered after it in this scope. Public documents have
 * none of them, and this one has no public calls. It also describes the webhooks, which owners set up at the desk.
 */
export async function describeDesk(
  scope: ApiServer,
  { agency, publicUrl, cookie, webhooks }: Described & { webhooks: Webhooks },
): Promise<() => unknown> {
  await scope.register(swagger, {
    decorator: 'deskDocument',
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${agency.name}: the API of the staff desk`,
        description: 'Every call of the desk. Each needs a session at the desk but those that begin one.',
        version: '1.0.0',
        license,
      },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { staff: { type: 'apiKey', in: 'cookie', name: cookie } } },
      security: [{}, { staff: [] }],
      webhooks,
    },
    transform(document) {
      const { schema, url } = describeCall(document)
      return { schema, url }
    },
    transformObject: describeAll,
  })
  const { deskDocument } = scope as unknown as { deskDocument(): unknown }
  return () => deskDocument()
}

function camelCase(words: string[]): string {
  return words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('')
}

/** Returns the fixed words of an address: `mandateStatus` for `/api/v1/mandate/status/:transactionId`. */
function operationId(address: string): string {
  const words = address
    .replace(/^\/api\/v1/, '')
    .split(/[/-]/)
    .filter((word) => word !== '' && !word.startsWith(':'))
  return camelCase(words)
}

/** Describes an answer that is a file; refusals of the same call are JSON. */
export function fileAnswer(type: string, description: string) {
  return {
    description,
    content: { [type]: { schema: z.unknown().register(named, { type: 'string', format: 'binary' }) } },
  }
}

/** Describes a multipart body for the document. The upload reader validates the real one, beside `unchecked`. */
export function multipartBody(texts: z.ZodMiniObject, { fields, maxBytes }: UploadRules): z.ZodMiniObject {
  const files = Object.entries(fields).map(([name, { kinds, required }]) => {
    const description = say(fileHint(endingsOf(kinds), maxBytes), defaultLanguage)
    const file = z.string().register(named, { format: 'binary', description })
    return [name, required ? file : z.optional(file)] as const
  })
  return z.extend(texts, Object.fromEntries(files))
}
