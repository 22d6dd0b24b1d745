import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { movingClock } from '#tests/support/server.ts'
import { createFieldCipher } from './crypto/field-cipher.ts'
import { createSignedLinks, createRecordLinks, recordNamed } from './links.ts'
import { addExecutive } from '#tests/support/executive.ts'
import { engines } from '#tests/support/place.ts'
import { sharedServer } from '#tests/support/shared.ts'

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

  it('opens nothing once the clock that made it, which was ahead, is set right', () => {
    const { clock, links } = setUp()
    const link = links.make(path)
    clock.advance(-60_000)
    expect(links.holds(path, proofOf(link))).toBe(true)
    clock.advance(-1)
    expect(links.holds(path, proofOf(link))).toBe(false)
  })

  it('opens no other path, and no longer for another time written into it', () => {
    const { links } = setUp()
    const { expires, signature } = proofOf(links.make(path))
    expect(links.holds(`${path}d`, { expires, signature })).toBe(false)
    expect(links.holds(path, { expires: String(Number(expires) + 1), signature })).toBe(false)
    expect(links.holds(path, { expires: `0${expires}`, signature })).toBe(false)
  })

  it('is opened by none of a thousand bent signatures, nor by another key', () => {
    const { links } = setUp()
    const { expires, signature } = proofOf(links.make(path))
    const made = Array.from({ length: 1000 }, () => randomBytes(16).toString('base64url'))
    for (const bent of [...made, '', signature.slice(1), `${signature}A`, signature.toUpperCase()])
      expect(links.holds(path, { expires, signature: bent })).toBe(false)
    expect(links.holds(path, {})).toBe(false)
    expect(setUp().links.holds(path, { expires, signature })).toBe(false)
  })
})

describe.each(engines)('the link of a record on %s', (engine) => {
  const server = sharedServer({ engine })

  const links = () => createRecordLinks(server.deps)

  it('is the same token each time, of which the database has a hash alone', async () => {
    const { id, link, reference } = await addExecutive(server.deps)
    expect(link).toMatch(/^[\w-]{32}$/)
    expect([await links().tokenOf(id), await links().find(link)]).toEqual([link, id])
    const stored = server.deps.db.selectFrom('record_links').selectAll().where('record_id', '=', id)
    expect(await stored.execute()).toEqual([{ hash: expect.not.stringContaining(link), record_id: id }])
    expect(reference).toMatch(/^EX-[0-9A-HJKMNP-TV-Z]{6}$/)
  })

  it.each(['id', 'reference'] as const)('is not opened by the %s of the record', async (key) => {
    const person = await addExecutive(server.deps)
    expect(await links().find(person[key])).toBeUndefined()
    expect(await recordNamed(server.deps.db, person[key])).toBe(person.id)
    expect(await recordNamed(server.deps.db, person.link)).toBeUndefined()
  })

  it('opens nothing any more once another took its place', async () => {
    const { id, link } = await addExecutive(server.deps)
    const next = await links().replace(server.deps.db, id)
    expect([await links().find(link), await links().find(next)]).toEqual([undefined, id])
    expect([next === link, await links().tokenOf(id)]).toEqual([false, next])
  })
})
