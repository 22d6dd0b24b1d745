import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { staffApi } from '#contract/paths.ts'
import { endingsOf } from '#contract/schemas/documents.ts'
import type { ApiServer } from './api-server.ts'
import type { UploadRules } from '#server/platform/uploads/read-upload.ts'
import { defaultLanguage } from '#contract/messages/languages.ts'
import { fileHint } from '#contract/messages/with-values.ts'
import { say } from '#server/platform/language.ts'

interface Described {
  agency: { name: string }
  publicUrl: string
  /** The cookie that names a visitor's session. */
  cookie: string
}

/** Makes the document of the API from the schemas of the routes registered after it. */
export async function describeApi(app: ApiServer, { agency, publicUrl, cookie }: Described): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: {
        title: `${agency.name}: the API of the website`,
        description:
          'Every call the pages make. Each refusal has one shape: a message, a code, and the fields.',
        version: '1',
        license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { visitor: { type: 'apiKey', in: 'cookie', name: cookie } } },
      // Calls give the cookie, and those that need what a visitor has verified refuse without it.
      security: [{}, { visitor: [] }],
    },
    transform(document) {
      // The desk has a document of its own.
      if (document.url.startsWith(staffApi)) return { schema: { hide: true }, url: document.url }
      const { schema, url: address } = jsonSchemaTransform(document)
      return { schema: { ...schema, operationId: operationId(address) }, url: address }
    },
  })
}

/**
 * Makes the document of the staff desk's calls, registered after it in this scope; the answer reads it. No public document
 * has them, and it has none of the public ones.
 */
export async function describeDesk(
  scope: ApiServer,
  { agency, publicUrl, cookie }: Described,
): Promise<() => unknown> {
  await scope.register(swagger, {
    decorator: 'deskDocument',
    openapi: {
      info: {
        title: `${agency.name}: the API of the staff desk`,
        description: 'Every call of the desk. Each needs a session at the desk but those that begin one.',
        version: '1',
      },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { staff: { type: 'apiKey', in: 'cookie', name: cookie } } },
      security: [{}, { staff: [] }],
    },
    transform(document) {
      const { schema, url } = jsonSchemaTransform(document)
      const words = `${String(document.route.method)}${url}`.replace(staffApi, '').toLowerCase()
      const operationId = camelCase(words.split(/[^a-z]+/))
      return { schema: { ...schema, operationId, 'x-operation': document.route.config?.operation }, url }
    },
  })
  const { deskDocument } = scope as unknown as { deskDocument(): unknown }
  return () => deskDocument()
}

function camelCase(words: string[]): string {
  return words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('')
}

/** The words of the address that name nothing single: `mandateStatus` for `/api/v1/mandate/status/:transactionId`. */
function operationId(address: string): string {
  const words = address
    .replace(/^\/api\/v1/, '')
    .split(/[/-]/)
    .filter((word) => word !== '' && !word.startsWith(':'))
  return camelCase(words)
}

/**
 * A multipart body as the document shows it. What is really sent is judged by the upload reader, so a route with this
 * body is given `unchecked` too.
 */
export function multipartBody(texts: z.ZodMiniObject, { fields, maxBytes }: UploadRules): z.ZodMiniObject {
  const files = Object.entries(fields).map(([name, { kinds, required }]) => {
    const description = say(fileHint(endingsOf(kinds), maxBytes), defaultLanguage)
    const file = z.string().register(z.globalRegistry, { format: 'binary', description })
    return [name, required ? file : z.optional(file)] as const
  })
  return z.extend(texts, Object.fromEntries(files))
}

/** Takes a body as it is. */
export function unchecked() {
  return (value: unknown) => ({ value })
}
