import { beforeEach, describe, expect, it } from 'vitest'
import { readDocument } from '#server/features/onboarding/agreement/document-service.ts'
import { encryptBytes } from '#server/platform/crypto/file-cipher.ts'
import { addExecutive, agreementOf, postSigning, type TestExecutive } from '#tests/support/executive.ts'
import { engines } from '#tests/support/place.ts'
import { runOps } from '#tests/support/run-ops.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'

describe.each(engines)('verify-agreement on %s', (engine) => {
  const server = sharedServer({ engine, clock: movingClock() })
  let person: TestExecutive
  beforeEach(async () => {
    person = await addExecutive(server.deps)
    await server.workOff()
  })

  async function signed() {
    await postSigning(server.url, { id: person.link, signName: person.name })
    await server.workOff()
    const agreement = await agreementOf(server.deps, person.id)
    if (!agreement?.signed || !agreement.form) throw new Error('nothing was signed')
    return { form: agreement.form, signed: agreement.signed }
  }

  const verify = (name = person.id) => runOps(['verify-agreement', name], server.place.settings)
  const failures = async () => {
    const { code, stdout, stderr } = await verify()
    const lines = stdout.split('\n').filter((line) => line.startsWith('FAILED'))
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^\d of \d checks failed\n$/) })
    return lines.map((line) => line.split('\t').slice(1).join(': '))
  }
  /** The id of the person's agreement, as a query. */
  const own = () => server.deps.db.selectFrom('agreements').select('id').where('executive_id', '=', person.id)
  const events = () => server.deps.db.updateTable('agreement_events').where('agreement_id', 'in', own())

  it('finds a signed agreement whole, line by line', async () => {
    const agreement = await signed()
    const { code, stdout, stderr } = await verify()
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'All 6 checks passed\n' })
    expect(stdout.split('\n')).toEqual([
      'ok\tevents\t4 entries, each with the hash of the one before',
      `ok\tform\tSHA-256 ${agreement.form.pdfSha256}`,
      `ok\ttext\tversion 2026-11-20, SHA-256 ${agreement.form.textSha256}`,
      'ok\tacceptance\t2026-11-20T06:30:00.000Z by Asha Mehta',
      `ok\tsigned document\tSHA-256 ${agreement.signed.sha256}`,
      expect.stringMatching(/^ok\tsignature\twhole, by .*, certificate SHA-256 [0-9a-f]{64}$/),
      '',
    ])
  })

  it('says so when nobody has accepted yet', async () => {
    const { code, stdout } = await verify()
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ok\tacceptance\tnot accepted yet$/m)
  })

  it('finds an event that was altered, moved, dropped or cut off', async () => {
    await signed()
    const { db } = server.deps
    const stored = db.selectFrom('agreement_events').selectAll().where('agreement_id', 'in', own())
    const rows = await stored.orderBy('number').execute()
    const ofPerson = db.deleteFrom('agreement_events').where('agreement_id', 'in', own())
    const restore = async () => {
      await ofPerson.execute()
      await db.insertInto('agreement_events').values(rows).execute()
    }
    const [first, second] = rows
    const changes = [
      [1, { at: (first?.at ?? 0) + 1 }, 'entry 1 was altered: its hash differs'],
      [1, { event: second?.event ?? '' }, 'entry 1 was altered: it cannot be decrypted'],
      [2, { number: 9 }, 'entry 2 is missing'],
    ] as const
    for (const [number, change, words] of changes) {
      await events().set(change).where('number', '=', number).execute()
      expect(await failures()).toContain(`events: ${words}`)
      await restore()
    }
    await ofPerson.where('number', '=', 4).execute()
    expect(await failures()).toEqual(['events: it has 3 entries instead of the 4 that were written'])
    await restore()
    expect((await verify()).code).toBe(0)
  })

  it('finds a document that is another, altered or missing', async () => {
    const agreement = await signed()
    const { files, cipher } = server.deps
    const { file } = agreement.signed
    const whole = await readDocument(server.deps, file)
    const put = async (bytes: Buffer) => files.put(file, await encryptBytes(cipher, file, bytes))

    const flipped = Buffer.from(whole)
    flipped[100] = (flipped[100] ?? 0) ^ 1
    await put(flipped)
    expect(await failures()).toEqual([
      expect.stringMatching(/^signed document: its SHA-256 is [0-9a-f]{64}, not [0-9a-f]{64}$/),
      'signature: it was changed after it was signed',
    ])
    await put(Buffer.concat([whole, Buffer.from('more')]))
    expect(await failures()).toContain('signature: something was added after it was signed')
    await put(await readDocument(server.deps, agreement.form.file))
    expect(await failures()).toContain('signature: it has no signature')
    await files.put(file, Buffer.from('nothing of ours'))
    expect(await failures()).toEqual(['signed document: the stored file was altered'])
    await files.remove(file)
    expect(await failures()).toEqual(['signed document: the stored file is missing'])
    await put(whole)
    expect((await verify()).code).toBe(0)
  })

  it('finds an acceptance that was put in by hand', async () => {
    const { db } = server.deps
    const rows = db.updateTable('agreements').where('executive_id', '=', person.id)
    await rows.set({ accepted_at: 1 }).execute()
    expect(await failures()).toEqual([
      'acceptance: no event records it',
      'signed document: accepted, but not signed yet',
    ])
  })

  it.each(['x'.repeat(32), 'x', "' or 1=1 --"])('knows no agreement of %j', async (id) => {
    expect(await verify(id)).toEqual({ code: 1, stdout: '', stderr: `No agreement belongs to ${id}\n` })
  })
})
