import { expect, it } from 'vitest'
import type { PublicCall } from '#contract/calls/call.ts'
import { publicCalls } from '#contract/calls/public-calls.ts'
import { errorStatus } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import { sharedServer } from '#tests/support/shared.ts'

interface Document {
  paths: Record<string, Record<string, { tags: string[]; responses: Record<string, object> }>>
}

const server = sharedServer()

const calls = Object.entries<PublicCall>(publicCalls).map(([name, row]) => {
  const [method, url] = row.route.split(' ') as ['GET' | 'POST', string]
  return { name, row, method, url }
})
const described = calls.filter(({ row }) => !row.hidden)
/** The address of a page answers other methods in its own way. */
const ofApi = calls.filter(({ url }) => url.startsWith(api.folder))
const posted = calls.filter(({ method, row }) => method === 'POST' && row.from !== 'anywhere')
const withBody = posted.filter(({ row: { body, files } }) => body && !files && !body.safeParse({}).success)

it.each(described)('the call $name is in the document with every status of its row', async (call) => {
  const { row, method, url } = call
  const { paths } = (await server.app.inject({ url: api.openapi })).json<Document>()
  const operation = paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  expect(operation?.tags).toEqual([row.tag])
  const statuses = [row.status ?? 200, ...(row.errors ?? []).map((code) => errorStatus[code])]
  expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(statuses.map(String)))
})

it.each(ofApi)('the call $name does not exist with another method', async ({ url }) => {
  const answer = await server.app.inject({ method: 'DELETE', url })
  expect([answer.statusCode, answer.json()]).toMatchObject([405, { code: 'method_not_allowed' }])
})

it.each(posted)('the call $name is refused to another site', async ({ method, url }) => {
  const headers = { origin: 'https://elsewhere.example' }
  const answer = await server.app.inject({ method, url, headers, payload: {} })
  expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'cross_site' }])
})

it.each(withBody)('the call $name is refused with nothing in its body', async ({ method, url }) => {
  const answer = await server.app.inject({ method, url, payload: {} })
  expect([answer.statusCode, answer.json()]).toMatchObject([422, { code: 'invalid' }])
})
