import { beforeEach, describe, expect, it } from 'vitest'
import { readDocument } from '#server/platform/uploads/stored-documents.ts'
import { appendAudit, pruneAudit } from '#server/platform/audit/log.ts'
import { encryptBytes } from '#server/platform/crypto/file-cipher.ts'
import { addExecutive, agreementOf, postSigning, type TestExecutive } from '#tests/support/executive.ts'
import { runOps } from '#tests/support/run-ops.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'

describe('verify-agreement', () => {
  const server = sharedServer({ clock: movingClock() })
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
  const rows = () => server.deps.db.updateTable('agreements').where('executive_id', '=', person.id)

  it('verifies a signed agreement, one line per check', async () => {
    const agreement = await signed()
    const { code, stdout, stderr } = await verify()
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'All 5 checks passed\n' })
    expect(stdout.split('\n')).toEqual([
      `ok\tform\tSHA-256 ${agreement.form.pdfSha256}`,
      `ok\ttext\tversion 2026-11-20, SHA-256 ${agreement.form.textSha256}`,
      'ok\tacceptance\t2026-11-20T06:30:00.000Z by Asha Mehta',
      `ok\tsigned document\tSHA-256 ${agreement.signed.sha256}`,
      expect.stringMatching(/^ok\tsignature\twhole, by .*, certificate SHA-256 [0-9a-f]{64}$/),
      '',
    ])
  })

  it('reports an agreement that is not accepted yet or does not exist', async () => {
    const { code, stdout } = await verify()
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^ok\tacceptance\tnot accepted yet$/m)])
    expect(await verify('x')).toEqual({ code: 1, stdout: '', stderr: 'No agreement belongs to x\n' })
  })

  it('detects an acceptance whose evidence, time or form differs from the audit log', async () => {
    const { form, signed: document } = await signed()
    const { db, cipher } = server.deps
    const own = db.selectFrom('agreements').selectAll().where('executive_id', '=', person.id)
    const whole = await own.executeTakeFirstOrThrow()
    const place = { table: 'agreements', column: 'acceptance', row: whole.id }
    const kept = JSON.parse(cipher.decrypt(place, whole.acceptance ?? '')) as { at: number }
    const written = (change: object) => cipher.encrypt(place, JSON.stringify({ ...kept, ...change }))
    const differs = 'acceptance: it differs from its entry in the audit log'
    const { pdfSha256: signed_sha256 } = form
    for (const [change, words] of [
      [{ acceptance: written({ address: '203.0.113.9' }) }, differs],
      [{ acceptance: null }, 'acceptance: nothing is kept of it'],
      [{ accepted_at: kept.at + 1 }, 'acceptance: its time differs from that of its evidence'],
      [{ accepted_at: kept.at + 1, acceptance: written({ at: kept.at + 1 }) }, differs],
      [{ form_sha256: 'ab'.repeat(32) }, 'acceptance: another form was accepted'],
      [{ signed_sha256 }, `signed document: its SHA-256 is ${document.sha256}, not ${signed_sha256}`],
    ] as const) {
      await rows().set(change).execute()
      expect(await failures()).toContain(words)
      await rows().set(whole).execute()
    }
    expect((await verify()).code).toBe(0)
  })

  it('detects a replaced, altered or missing document', async () => {
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

  it('detects an acceptance that was inserted by hand', async () => {
    await rows().set({ accepted_at: 1 }).execute()
    expect(await failures()).toEqual([
      'acceptance: nothing is kept of it',
      'signed document: accepted, but not signed yet',
    ])
  })

  it('relies on the signature alone if the audit log no longer goes back that far', async () => {
    await signed()
    const { db } = server.deps
    await pruneAudit(db, Date.now() + 400 * 24 * 60 * 60_000)
    await appendAudit(db, { action: 'backup', actor: 'system' }, Date.now() + 401 * 24 * 60 * 60_000)
    const { code, stdout } = await verify()
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ok\tacceptance\t.* by Asha Mehta, older than the audit log$/m)
    expect(stdout).toMatch(/^ok\tsignature\twhole, by .*, older than the audit log$/m)
  })
})
