import { describe, expect, it } from 'vitest'
import { addExecutive } from '#tests/support/executive.ts'
import { engines } from '#tests/support/place.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { createRecordLinks, executiveNamed } from './link-store.ts'

describe.each(engines)('the link of a record on %s', (engine) => {
  const server = sharedServer({ engine })

  const links = () => createRecordLinks(server.deps)

  it('is the same token each time, and the database has only its hash', async () => {
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
    expect(await executiveNamed(server.deps.db, person[key])).toBe(person.id)
    expect(await executiveNamed(server.deps.db, person.link)).toBeUndefined()
  })

  it('opens nothing any more once another link replaced it', async () => {
    const { id, link } = await addExecutive(server.deps)
    const next = await links().replace(server.deps.db, id)
    expect([await links().find(link), await links().find(next)]).toEqual([undefined, id])
    expect([next === link, await links().tokenOf(id)]).toEqual([false, next])
  })
})
