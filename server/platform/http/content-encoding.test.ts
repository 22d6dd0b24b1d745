import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { encodeFile } from './content-encoding.ts'

const text = Buffer.from('Words, words. '.repeat(200))

describe('a file in the forms a browser may ask for', () => {
  it('is the same file in each, smaller where it can be', async () => {
    const file = await encodeFile(text, { 'content-type': 'text/html; charset=utf-8', 'x-other': 'kept' })
    expect(file.identity.body).toEqual(text)
    expect(brotliDecompressSync(file.br?.body ?? '')).toEqual(text)
    expect(gunzipSync(file.gzip?.body ?? '')).toEqual(text)
    expect(file.br?.body.length).toBeLessThan(text.length / 5)
    for (const form of [file.identity, file.br, file.gzip]) {
      expect(form?.headers).toMatchObject({ vary: 'accept-encoding', 'x-other': 'kept' })
    }
    expect(file.br?.headers['content-encoding']).toBe('br')
    expect(file.gzip?.headers['content-encoding']).toBe('gzip')
    expect(file.identity.headers).not.toHaveProperty('content-encoding')
  })

  it('has a tag of its own for each form, made of nothing but the content', async () => {
    const type = { 'content-type': 'text/css' }
    const [one, same, other] = await Promise.all([
      encodeFile(text, type),
      encodeFile(Buffer.from(text), type),
      encodeFile(Buffer.concat([text, Buffer.from('.')]), type),
    ])
    const tags = [one.identity, one.br, one.gzip].map((form) => form?.headers['etag'])
    expect(new Set(tags).size).toBe(3)
    for (const tag of tags) expect(tag).toMatch(/^"[0-9a-f]{32}-(br|gzip|identity)"$/)
    expect([same.identity, same.br, same.gzip].map((form) => form?.headers['etag'])).toEqual(tags)
    expect(other.br?.headers['etag']).not.toBe(tags[1])
  })

  it.each(['image/avif', 'image/webp', 'image/png', 'font/woff2', 'application/pdf'])(
    'stays as it is when it is %s, which is compressed already',
    async (type) => {
      const file = await encodeFile(text, { 'content-type': type })
      expect(Object.keys(file)).toEqual(['identity'])
      expect(file.identity.headers).not.toHaveProperty('vary')
    },
  )

  it('is the same file when it had to be quick, under another tag', async () => {
    const words = Buffer.from(Array.from({ length: 999 }, (_, at) => `${at * at} words`).join(', '))
    const [quick, best] = await Promise.all(
      (['quick', 'best'] as const).map((effort) =>
        encodeFile(words, { 'content-type': 'text/css' }, { effort }),
      ),
    )
    expect(brotliDecompressSync(quick?.br?.body ?? '')).toEqual(words)
    expect(quick?.br?.body.length).toBeGreaterThan(best?.br?.body.length ?? Infinity)
    expect(quick?.br?.headers['etag']).not.toBe(best?.br?.headers['etag'])
    expect(quick?.identity.headers['etag']).toBe(best?.identity.headers['etag'])
  })
})
