import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { movingClock } from '#tests/support/server.ts'
import { createFieldCipher } from './crypto/field-cipher.ts'
import { createSignedLinks } from './links.ts'

const path = '/api/v1/agreements/abc'

function setUp(key = randomBytes(32)) {
  const clock = movingClock()
  const publicUrl = 'https://agency.example'
  return { clock, links: createSignedLinks({ cipher: createFieldCipher(key), clock, publicUrl }) }
}

function proofOf(link: string) {
  const { searchParams } = new URL(link)
  return { expires: searchParams.get('expires') ?? '', signature: searchParams.get('signature') ?? '' }
}

describe('a signed link', () => {
  it('opens its own path, from the public address, for a quarter of an hour', () => {
    const { clock, links } = setUp()
    const link = links.make(path)
    expect(link.startsWith(`https://agency.example${path}?`)).toBe(true)
    clock.advance(15 * 60_000 - 1)
    expect(links.holds(path, proofOf(link))).toBe(true)
    clock.advance(1)
    expect(links.holds(path, proofOf(link))).toBe(false)
  })

  it('opens nothing once the clock that made it, which was ahead, is corrected', () => {
    const { clock, links } = setUp()
    const link = links.make(path)
    clock.advance(-60_000)
    expect(links.holds(path, proofOf(link))).toBe(true)
    clock.advance(-1)
    expect(links.holds(path, proofOf(link))).toBe(false)
  })

  it('opens no other path, and not longer if another time is written into it', () => {
    const { links } = setUp()
    const { expires, signature } = proofOf(links.make(path))
    expect(links.holds(`${path}d`, { expires, signature })).toBe(false)
    expect(links.holds(path, { expires: String(Number(expires) + 1), signature })).toBe(false)
    expect(links.holds(path, { expires: `0${expires}`, signature })).toBe(false)
  })

  it('does not open with any of a thousand altered signatures, nor with another key', () => {
    const { links } = setUp()
    const { expires, signature } = proofOf(links.make(path))
    const made = Array.from({ length: 1000 }, () => randomBytes(16).toString('base64url'))
    for (const bent of [...made, '', signature.slice(1), `${signature}A`, signature.toUpperCase()])
      expect(links.holds(path, { expires, signature: bent })).toBe(false)
    expect(links.holds(path, {})).toBe(false)
    expect(setUp().links.holds(path, { expires, signature })).toBe(false)
  })
})
