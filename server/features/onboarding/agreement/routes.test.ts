import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import {
  addExecutive,
  agreementActions,
  agreementEntries,
  agreementOf,
  agreementPath,
  postSigning,
  type TestExecutive,
} from '#tests/support/executive.ts'
import { engines } from '#tests/support/place.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { newVisitor } from '#tests/support/visitor.ts'
import { isSigned } from './service.ts'

const alreadySigned = { message: 'Agreement Already Signed', code: 'already_there' }

function sha256(bytes: ArrayBuffer | Uint8Array): string {
  return createHash('sha256').update(new Uint8Array(bytes)).digest('hex')
}

describe.each(engines)('generate-agreement-on-website on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })

  const found = (id: string) => agreementOf(server.deps, id)
  const actions = (id: string) => agreementActions(server.deps, id)
  const open = (url: string | undefined) => {
    const { pathname, search } = new URL(url ?? '')
    return fetch(server.url + pathname + search)
  }

  it('accepts the record under its name; the address opens the signed document', async () => {
    const person = await addExecutive(server.deps)
    await server.workOff()
    const form = await fetch(server.url + (await agreementPath(server.deps, person.id)))
    clock.advance(60_000)
    const { status, body } = await postSigning(server.url, {
      id: person.link,
      signName: person.name,
      name: 'Somebody Else',
      aadhaar_no: '123456789012',
      signed: true,
      profile_photo: 'x'.repeat(1_500_000),
    })
    expect({ status, message: body.message }).toEqual({
      status: 200,
      message: 'Agreement signed successfully',
    })
    await server.workOff()
    const signed = await open(body.url)
    expect(signed.status).toBe(200)
    expect(signed.headers.get('content-disposition')).toBe('inline; filename="agreement-signed.pdf"')
    const bytes = Buffer.from(await signed.arrayBuffer())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(await server.deps.signature.verify(bytes)).toMatchObject({ whole: true })
    const agreement = await found(person.id)
    expect(agreement).toMatchObject({ acceptedAt: clock.now(), signed: { sha256: sha256(bytes) } })
    const record = await newVisitor(server.url).get(api.fieldExecutive + person.link)
    expect(record.body['data']).toMatchObject({ signedAgreement: true })
    expect(agreement?.form?.pdfSha256).toBe(sha256(await form.arrayBuffer()))
  })

  it('keeps who accepted what, when, from where, after which proofs, and of which document', async () => {
    const person = await addExecutive(server.deps)
    const registeredAt = clock.now()
    await server.workOff()
    clock.advance(60_000)
    await fetch(server.url + (await agreementPath(server.deps, person.id)).replace('?', '/shown?'), {
      method: 'POST',
    })
    clock.advance(60_000)
    await postSigning(server.url, { id: person.link, signName: person.name })
    const agreement = await found(person.id)
    expect(agreement?.acceptance).toMatchObject({
      at: clock.now(),
      signName: 'Asha Mehta',
      words: 'I accept the terms and conditions',
      address: '127.0.0.1',
      agent: 'Test browser 1.0',
      events: [
        { kind: 'aadhaarVerified', at: registeredAt - 300_000 },
        { kind: 'phoneVerified', at: registeredAt - 240_000 },
        { kind: 'registered', at: registeredAt },
        { kind: 'shown', at: registeredAt + 60_000 },
      ],
      mandate: { status: 'Initiated', transactionId: agreement?.form?.data.mandate.transactionId },
      shown: { pdfSha256: agreement?.form?.pdfSha256, textSha256: agreement?.form?.textSha256 },
    })
    const entries = agreement ? await agreementEntries(server.deps, agreement) : []
    const [shown, accepted, sealed, ...rest] = entries
    expect(rest).toEqual([])
    const { pdfSha256: form, textSha256: text } = agreement?.form ?? {}
    expect(shown).toMatchObject({ action: 'show_agreement', detail: { form } })
    const evidence = agreement?.acceptanceSha256
    expect(accepted).toMatchObject({ action: 'sign', at: clock.now(), detail: { form, text, evidence } })
    expect(sealed).toMatchObject({
      action: 'seal',
      detail: { document: agreement?.signed?.sha256, level: 'B-B' },
    })
    for (const secret of [person.name, person.phone, '127.0.0.1', 'Test browser'])
      expect(JSON.stringify(entries)).not.toContain(secret)
  })

  it('notes the first opening of a form alone, however often it is opened', async () => {
    const person = await addExecutive(server.deps)
    await server.workOff()
    const shown = (await agreementPath(server.deps, person.id)).replace('?', '/shown?')
    for (let each = 0; each < 3; each += 1) {
      expect((await fetch(server.url + shown, { method: 'POST' })).status).toBe(200)
      clock.advance(1000)
    }
    expect(await actions(person.id)).toEqual(['show_agreement'])
  })

  it('is accepted before its form was drawn up: the form is drawn up then', async () => {
    const person = await addExecutive(server.deps)
    const { status } = await postSigning(server.url, { id: person.link, signName: person.name })
    expect(status).toBe(200)
    await server.workOff()
    expect(await found(person.id)).toMatchObject({ form: expect.anything(), signed: expect.anything() })
  })

  it('takes the name as another keyboard composes it, with spaces around it', async () => {
    const person = await addExecutive(server.deps, { name: 'Zoë Ångström-क़ाज़ी' })
    const signName = `  ${person.name.normalize('NFD')} `
    expect(signName.trim()).not.toBe(person.name)
    expect(await postSigning(server.url, { id: person.link, signName })).toMatchObject({ status: 200 })
  })

  it('refuses other names, again and again', async () => {
    const person = await addExecutive(server.deps)
    for (const signName of ['Asha', 'asha mehta', 'Asha Mehta!', 'Someone Else', 'Someone Else']) {
      const { status, body } = await postSigning(server.url, { id: person.link, signName })
      const message = 'Please sign with the name that is on the agreement'
      const errors = [{ field: 'signName', message }]
      expect({ status, body }).toEqual({ status: 422, body: { message, code: 'invalid', errors } })
    }
    await server.workOff()
    expect(await found(person.id)).toMatchObject({ acceptedAt: null, signed: undefined })
  })

  it.each(['x'.repeat(32), 'x', '', '../../etc/passwd', "' or 1=1 --", 'x'.repeat(5000), '\u0000'])(
    'knows no record %j',
    async (id) => {
      const { status, body } = await postSigning(server.url, { id, signName: 'Asha Mehta' })
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' })
    },
  )

  it.each([{}, { id: 1, signName: 'x' }, { id: 'x'.repeat(32) }, { id: 'x', signName: '  ' }, [], null])(
    'refuses %j',
    async (body) => {
      const response = await fetch(server.url + api.generateAgreement, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(response.status).toBe(422)
      expect(await response.json()).toMatchObject({ code: 'invalid' })
    },
  )

  it('takes a body up to 2 MB and no more', async () => {
    const person = await addExecutive(server.deps)
    const signing = { id: person.link, signName: person.name }
    const large = await postSigning(server.url, { ...signing, profile_photo: 'x'.repeat(2.1 * 1024 * 1024) })
    expect(large).toMatchObject({ status: 413, body: { code: 'too_large' } })
    expect(await isSigned(server.deps, person.id)).toBe(false)
  })

  it('of many at once accepts one; the others and whoever comes later hear that it is signed already', async () => {
    const people: TestExecutive[] = []
    for (let each = 0; each < 3; each += 1) people.push(await addExecutive(server.deps))
    await server.workOff()
    for (const person of people) {
      const all = await Promise.all(
        Array.from({ length: 8 }, () => postSigning(server.url, { id: person.link, signName: person.name })),
      )
      expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
      clock.advance(24 * 60 * 60_000)
      all.push(await postSigning(server.url, { id: person.link, signName: 'Somebody Else' }))
      for (const { status, body } of all)
        if (status !== 200) expect([status, body]).toEqual([409, alreadySigned])
      expect(await actions(person.id)).toEqual(['sign', 'seal'])
    }
  })
})
