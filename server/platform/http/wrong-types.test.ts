import { expect, it } from 'vitest'
import { errorEnvelope } from '#contract/errors.ts'
import { languages } from '#contract/messages/languages.ts'
import { dictionaries } from '#server/platform/requested-language.ts'
import { everyLanguage } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { readOperations } from '#tests/support/security/openapi.ts'

const wrong = [null, 42, -1.5, true, {}, [], [1], '', 'x'.repeat(5000), { inner: { deep: 5 } }]

function* textsIn(part: unknown): Generator<string> {
  if (typeof part === 'string') yield part
  else if (typeof part === 'object' && part !== null)
    for (const inner of Object.values(part)) yield* textsIn(inner)
}

const server = sharedServer({ engine: 'sqlite', settings: everyLanguage })

it('every public call refuses a body of wrong types in our own sentences, in the requested language', async () => {
  const sentences = new Set(textsIn(dictionaries.gu))
  const foreign = new Set<string>()
  let told = 0
  for (const { method, path, names } of await readOperations(server.url)) {
    if (!path.startsWith('/api/')) continue
    for (const field of names.body)
      for (const value of wrong) {
        const answer = await fetch(server.url + path.replaceAll(/\{[^}]*\}/g, 'x'), {
          method,
          headers: { 'content-type': 'application/json', 'accept-language': languages.gu.tag },
          body: JSON.stringify({ [field]: value }),
        })
        if (answer.status !== 422) continue
        const { message, errors = [] } = errorEnvelope.parse(await answer.json())
        told += errors.length
        for (const said of [message, ...errors.map((one) => one.message)])
          if (!sentences.has(said)) foreign.add(`${path} ${field}: ${said}`)
      }
  }
  expect(told).toBeGreaterThan(500)
  expect([...foreign]).toEqual([])
})
