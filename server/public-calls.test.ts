import { describe, expect, it } from 'vitest'
import { identityCalls, mandateCalls, type PublicCall, recordCalls } from '#contract/calls/public-calls.ts'
import { errorStatus } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import { sharedServer } from '#tests/support/shared.ts'

interface Document {
  paths: Record<string, Record<string, { tags: string[]; responses: Record<string, object> }>>
}

const server = sharedServer()

const calls = Object.entries<PublicCall>({ ...identityCalls, ...mandateCalls, ...recordCalls }).map(
  ([name, row]) => {
    const [method, url] = row.route.split(' ') as ['GET' | 'POST', string]
    return { name, row, method, url }
  },
)

describe.each(calls)('the call $name', ({ row, method, url }) => {
  it('is in the document under its heading, with every status of its row', async () => {
    const { paths } = (await server.app.inject({ url: api.openapi })).json<Document>()
    const described = paths[url.replace(/:(\w+)/, '{$1}')]?.[method.toLowerCase()]
    expect(described?.tags).toEqual([row.tag])
    const statuses = [row.status ?? 200, ...(row.errors ?? []).map((code) => errorStatus[code])]
    expect(Object.keys(described?.responses ?? {})).toEqual(expect.arrayContaining(statuses.map(String)))
  })

  it('is not there by another method', async () => {
    const answer = await server.app.inject({ method: 'DELETE', url })
    expect([answer.statusCode, answer.json()]).toMatchObject([405, { code: 'method_not_allowed' }])
  })

  it.runIf(method === 'POST')('is refused to another site, and with nothing in its body', async () => {
    const foreign = { origin: 'https://elsewhere.example' }
    const asked = await Promise.all([
      server.app.inject({ method, url, headers: foreign, payload: {} }),
      server.app.inject({ method, url, payload: {} }),
    ])
    expect(asked.map((answer) => [answer.statusCode, answer.json<{ code: string }>().code])).toEqual([
      [403, 'cross_site'],
      [422, 'invalid'],
    ])
  })
})
