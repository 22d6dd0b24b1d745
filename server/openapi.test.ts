import { createClient } from '@hey-api/openapi-ts'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { api, staffOpenapi } from '#contract/paths.ts'
import { webhookEvents } from '#contract/schemas/staff-webhooks.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { somebody } from '#tests/support/application.ts'
import { buildPdf } from '#tests/support/bad-files/pdf.ts'
import { goodEnquiry } from '#tests/support/enquiry.ts'
import { careerMessages } from '#contract/messages/en/career-answers.ts'
import { enquiryMessages } from '#contract/messages/en/enquiries.ts'
import { signedIn } from '#tests/support/staff.ts'
import { newVisitor } from '#tests/support/visitor.ts'

const server = sharedServer()

interface Parameter {
  name: string
  description?: string
  example?: unknown
}
interface Call {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}
interface Document {
  openapi: string
  paths: Record<string, Record<string, Call>>
  webhooks?: Record<string, { post: Call }>
  components: { schemas: Record<string, object> }
}

async function documentOf(which: 'public' | 'desk'): Promise<Document> {
  const asked =
    which === 'public'
      ? { url: api.openapi }
      : { url: staffOpenapi, headers: await signedIn(server, 'owner') }
  return (await server.app.inject(asked)).json()
}

function callsOf({ paths }: Document): [string, Call][] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]): [string, Call] => [`${method} ${path}`, call]),
  )
}

describe.each(['public', 'desk'] as const)('the %s document of the API', (which) => {
  it('is OpenAPI 3.1 in which a linter finds no fault', async () => {
    const document = await documentOf(which)
    expect(document.openapi).toBe('3.1.0')
    const own = /http:\/\/(localhost|127\.0\.0\.1)(:\d+)?/g
    const source = JSON.stringify(document).replaceAll(own, 'https://agency.test')
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
    expect(problems.map(({ message, location }) => [location[0]?.pointer, message])).toEqual([])
  })

  it('describes every parameter, with an example', async () => {
    const parameters = callsOf(await documentOf(which)).flatMap(([, call]) => call.parameters ?? [])
    expect(parameters.length).toBeGreaterThan(5)
    expect(parameters.filter(({ description, example }) => !description || example === undefined)).toEqual([])
  })

  it('has each status once, and refers to one schema for every refusal, in JSON even if the answer is a file', async () => {
    for (const [name, { responses }] of callsOf(await documentOf(which))) {
      for (const [status, { content = {} }] of Object.entries(responses)) {
        expect([name, status]).toEqual([name, expect.stringMatching(/^[1-5]\d\d$/)])
        // A change with an older version is answered with the current one.
        if (status < '400' || (status === '409' && hasConflict(content))) continue
        const refusal = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorEnvelope' } } }
        expect([name, status, content]).toEqual([name, status, refusal])
      }
    }
  })
})

function hasConflict(content: object): boolean {
  return /Conflict\w*"/.test(JSON.stringify(content))
}

it('the public document asks for a phone in the notation that the calls accept', async () => {
  const { components } = await documentOf('public')
  const schema = components.schemas['GenerateMobileOtpRequestInput'] as {
    properties: { phone: { pattern: string } }
  }
  const pattern = new RegExp(schema.properties.phone.pattern)
  for (const first of '0123456789') {
    const answer = await newVisitor(server.url).post(api.generateMobileOtp, { phone: `${first}000000001` })
    expect([first, answer.status !== 422]).toEqual([first, pattern.test(`${first}000000001`)])
  }
})

describe('the document of the desk', () => {
  it('declares files with their own types', async () => {
    const files = callsOf(await documentOf('desk')).flatMap(([name, { responses }]) =>
      Object.keys(responses['200']?.content ?? {})
        .filter((type) => type !== 'application/json')
        .map((type) => `${name.split('/').at(-1)}: ${type}`),
    )
    const anything = 'application/octet-stream'
    expect(files).toEqual(['export: text/csv', `{id}: ${anything}`, `original: ${anything}`])
  })

  it('describes the webhook of every event, with its three headers', async () => {
    const { webhooks = {} } = await documentOf('desk')
    expect(Object.keys(webhooks)).toEqual(webhookEvents)
    for (const { post } of Object.values(webhooks)) {
      const names = post.parameters?.map(({ name }) => name)
      expect(names).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      const { schema } = post.requestBody?.content['application/json'] ?? {}
      expect(schema).toEqual({ $ref: '#/components/schemas/WebhookPayload' })
    }
  })
})

interface Answered {
  data?: unknown
  error?: unknown
}
type Send = (options: { body: object; fetch: typeof fetch; baseUrl: string }) => Promise<Answered>

/** Returns the functions that a client generator makes of a document, one for each call. */
async function generateClient(document: Document): Promise<Record<string, Send>> {
  const folder = mkdtempSync(join(tmpdir(), 'client-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const input = join(folder, 'openapi.json')
  writeFileSync(input, JSON.stringify(document))
  const output = { path: join(folder, 'client'), postProcess: [] }
  await createClient({ input, output, logs: { level: 'silent' } })
  return import(/* @vite-ignore */ join(folder, 'client/sdk.gen.ts'))
}

describe('a client generated from the public document', () => {
  it('sends JSON and files', async () => {
    const client = await generateClient(await documentOf('public'))
    const call = async (name: string, body: object) => {
      const { data, error } = (await client[name]?.({ fetch, baseUrl: server.url, body })) ?? {}
      expect([name, error]).toEqual([name, undefined])
      return data
    }
    const sent = await call('fieldexecutiveSendEnquiry', goodEnquiry)
    expect(sent).toMatchObject({ message: enquiryMessages.sent })
    const { full_name, email, phone, date_of_birth } = somebody()
    const resume = new File([new Uint8Array(buildPdf())], 'resume.pdf', { type: 'application/pdf' })
    const applied = await call('leadsCareerApplication', { full_name, email, phone, date_of_birth, resume })
    expect(applied).toMatchObject({ message: careerMessages.sent })
  })
})
