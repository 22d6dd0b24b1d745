import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { errorMessages } from '#contract/messages/en/common.ts'
import { defaultPoolSize } from '#server/platform/worker-pool/worker-pool.ts'
import {
  addExecutive,
  agreementActions,
  agreementOf,
  agreementPath,
  postSigning,
} from '#tests/support/executive.ts'
import { engines } from '#tests/support/place.ts'
import { movingClock, startServer } from '#tests/support/server.ts'
import { acceptAgreement, signOnce } from '#server/features/onboarding/agreement/signing-service.ts'
import { makeInWorker } from '#server/features/onboarding/agreement/document-service.ts'
import { isSigned } from '#server/features/onboarding/person/next-agreement-service.ts'

/** Documents are made and signed in threads, which takes long on a busy machine. */
const timeout = 300_000

describe.each(engines)('an agreement on %s', (engine) => {
  it('that two processes sign at once is stored once, and no other file is left', { timeout }, async () => {
    await using server = await startServer({ engine })
    const { db, cipher, files } = server.deps
    const { id, name } = await addExecutive(server.deps)
    const caller = { address: '127.0.0.1', agent: '', language: 'en' as const }
    const accepted = await acceptAgreement(server.deps, { id, signName: name, ...caller })
    if (accepted instanceof Error) throw accepted
    // Neither knows that the other works on it.
    await Promise.all([signOnce(server.deps, accepted.id), signOnce(server.deps, accepted.id)])
    await server.workOff()
    expect(await agreementActions({ db, cipher }, id)).toEqual(['sign', 'seal'])
    // The photo, the form and the signed document.
    expect(await Array.fromAsync(files.list())).toHaveLength(3)
  })
})

describe('an agreement that cannot be made or stored now', () => {
  it(
    'is refused in words while nothing is recorded, and works as soon as there is room',
    { timeout },
    async () => {
      await using server = await startServer()
      const { db, cipher, threads } = server.deps
      const drawn = await addExecutive(server.deps)
      await server.workOff()
      const facts = (await agreementOf({ db, cipher }, drawn.id))?.form?.data
      if (!facts) throw new Error('no form was drawn up')
      const fresh = await addExecutive(server.deps)
      const plain = { ...facts, photo: undefined, acceptance: undefined }
      // So long that one takes seconds, and until then no thread takes another, however fast the machine.
      const endless = { ...plain, person: { ...plain.person, name: 'Name '.repeat(50_000) } }
      const wanted = [...Array(defaultPoolSize()).fill(endless), ...Array(56).fill(plain)]
      const crowd = wanted.map((one) => makeInWorker(threads, one))
      const answer = await postSigning(server.url, { id: fresh.link, signName: fresh.name })
      expect([answer.status, answer.body.message]).toEqual([503, errorMessages.unavailable])
      expect(answer.headers.get('retry-after')).toBe('10')
      expect((await fetch(server.url + (await agreementPath(server.deps, fresh.id)))).status).toBe(503)
      expect(await isSigned(server.deps, fresh.id)).toBe(false)
      const made = await Promise.all(crowd)
      expect(made.some((one) => !one.ok && one.fault === 'busy')).toBe(true)
      expect((await postSigning(server.url, { id: fresh.link, signName: fresh.name })).status).toBe(200)
    },
  )

  it('waits for the storage: refused before the acceptance, signed later after it', { timeout }, async () => {
    const clock = movingClock()
    await using server = await startServer({ clock })
    const [drawn, fresh] = [await addExecutive(server.deps), await addExecutive(server.deps)]
    await server.workOff()
    const late = await addExecutive(server.deps)
    const folder = join(server.place.dataDir, 'files')
    await rename(folder, `${folder}-away`)
    await writeFile(folder, '')

    const refused = await postSigning(server.url, { id: late.link, signName: late.name })
    expect(refused.status).toBe(503)
    expect((await fetch(server.url + (await agreementPath(server.deps, drawn.id)))).status).toBe(503)
    const taken = postSigning(server.url, { id: fresh.link, signName: fresh.name })
    expect((await taken).status).toBe(200)
    expect(await isSigned(server.deps, fresh.id)).toBe(true)

    await rm(folder)
    await rename(`${folder}-away`, folder)
    clock.advance(60 * 60_000)
    await server.workOff()
    const signed = await fetch(server.url + (await agreementPath(server.deps, fresh.id)))
    expect(signed.status).toBe(200)
    expect((await postSigning(server.url, { id: late.link, signName: late.name })).status).toBe(200)
  })
})
