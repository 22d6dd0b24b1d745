import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { encodeFile } from './content-encoding.ts'

const html = 'text/html; charset=utf-8'
const text = Buffer.from('Words, words. '.repeat(200))
const longer = Buffer.concat([text, Buffer.from('.')])

/** Returns every encoding of a text. */
async function formsOf(body: Buffer, more: Record<string, string> = {}) {
  const { identity, smaller } = encodeFile(body, { 'content-type': html, ...more })
  if (!smaller) throw new Error('There is no smaller form')
  return { identity, br: await smaller.br(), gzip: await smaller.gzip() }
}

describe('a file in the encodings that a browser may ask for', () => {
  it('is the same file in each, and smaller if possible', async () => {
    const { identity, br, gzip } = await formsOf(text, { 'x-other': 'kept' })
    expect(identity.body).toEqual(text)
    expect(brotliDecompressSync(br.body)).toEqual(text)
    expect(gunzipSync(gzip.body)).toEqual(text)
    expect(br.body.length).toBeLessThan(text.length / 5)
    for (const form of [identity, br, gzip]) {
      expect(form.headers).toMatchObject({ vary: 'accept-encoding', 'x-other': 'kept' })
    }
    expect(br.headers['content-encoding']).toBe('br')
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(identity.headers).not.toHaveProperty('content-encoding')
  })

  it('has a tag for each encoding, which depends only on the content', async () => {
    const tags = async (bytes: Buffer) =>
      Object.values(await formsOf(bytes)).map((form) => form.headers['etag'])
    const [one, same, other] = [await tags(text), await tags(Buffer.from(text)), await tags(longer)]
    expect(new Set([...one, ...other]).size).toBe(6)
    for (const tag of one) expect(tag).toMatch(/^"[0-9a-f]{32}-(br|gzip|identity)"$/)
    expect(same).toEqual(one)
  })

  it.each(['image/avif', 'image/webp', 'image/png', 'font/woff2', 'application/pdf'])(
    'is not compressed if it is %s, which is compressed already',
    (type) => {
      const file = encodeFile(text, { 'content-type': type })
      expect(Object.keys(file)).toEqual(['identity'])
      expect(file.identity.headers).not.toHaveProperty('vary')
    },
  )

  it('is the same file if it is compressed quickly, with another tag', async () => {
    const words = Buffer.from(Array.from({ length: 999 }, (_, at) => `${at * at} words`).join(', '))
    const [quick, best] = (['quick', 'best'] as const).map((effort) =>
      encodeFile(words, { 'content-type': html }, { effort }).smaller?.br(),
    )
    const [small, smallest] = [await quick, await best]
    expect(brotliDecompressSync(small?.body ?? '')).toEqual(words)
    expect(small?.body.length).toBeGreaterThan(smallest?.body.length ?? Infinity)
    expect(small?.headers['etag']).not.toBe(smallest?.headers['etag'])
  })
})
