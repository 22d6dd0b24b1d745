import { describe, expect, it } from 'vitest'
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
const posted = calls.filter(({ method }) => method === 'POST')
const withBody = posted.filter(({ row: { body, files } }) => body && !files && !body.safeParse({}).success)

describe.each(calls)('the call $name', ({ row, method, url }) => {
  it('is in the document under its heading, with every status of its row', async () => {
    const { paths } = (await server.app.inject({ url: api.openapi })).json<Document>()
    const described = paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    expect(described?.tags).toEqual([row.tag])
    const statuses = [row.status ?? 200, ...(row.errors ?? []).map((code) => errorStatus[code])]
    expect(Object.keys(described?.responses ?? {})).toEqual(expect.arrayContaining(statuses.map(String)))
  })

  it('does not exist with another method', async () => {
    const answer = await server.app.inject({ method: 'DELETE', url })
    expect([answer.statusCode, answer.json()]).toMatchObject([405, { code: 'method_not_allowed' }])
  })
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
