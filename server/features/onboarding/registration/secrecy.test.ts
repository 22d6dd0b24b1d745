import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { enter, freshAadhaar, freshPhone, sendTo, startFor } from '#tests/support/codes.ts'
import { sendStatusChange } from '#tests/support/gateway-store.ts'
import { agreementPath, postSigning } from '#tests/support/executive.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import {
  freshTransaction,
  mandated,
  recordIdOf,
  recordOf,
  register,
  updateBody,
  verifiedVisitor,
} from '#tests/support/registration.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import { decryptedCells, expectSecret } from '#tests/support/stored-place.ts'
import { codeFor, newVisitor } from '#tests/support/visitor.ts'

/** Runs a registration with everything that can go wrong, a failed and replaced mandate, and the agreement. */
async function wholeLife(
  server: TestServer,
  change: Record<string, string>,
  signer: Record<'agent' | 'wrongName', string>,
) {
  const applicant = await verifiedVisitor(server.url)
  Object.assign(applicant.fields, change)
  await mandated(applicant, '0398')
  const { fields, visitor } = applicant
  expect((await register(applicant, { transactionId: freshTransaction() })).status).toBe(422)
  expect((await register(applicant, { accountNo: '12' })).status).toBe(422)
  const answer = await register(applicant)
  expect(answer.status).toBe(201)
  const id = recordOf(answer)
  await sendStatusChange(server, fields['transactionId'] ?? '', { status: '0399' })
  await visitor.get(api.fieldExecutive + id)
  const retry = { ...applicant, fields: { ...fields, transactionId: freshTransaction() } }
  await mandated(retry, '0300')
  expect((await visitor.post(api.updateMandate, updateBody(retry, id))).status).toBe(200)
  expect((await visitor.post(api.updateMandate, updateBody(retry, id))).status).toBe(409)
  await server.workOff()
  const agent = { 'user-agent': signer.agent }
  const address = await agreementPath(server.deps, await recordIdOf(server.deps, id))
  const shown = await fetch(server.url + address.replace('?', '/shown?'), { method: 'POST', headers: agent })
  const wrong = await postSigning(server.url, { id, signName: signer.wrongName }, agent)
  const signed = await postSigning(server.url, { id, signName: fields['name'] }, agent)
  expect([shown.status, wrong.status, signed.status]).toEqual([200, 422, 200])
  await server.workOff()
  return { id, applicant, signature: new URL(signed.body.url ?? '').searchParams.get('signature') ?? '' }
}

/** Sends codes to a number and a phone, including deliveries that are unreadable or useless. */
async function numbersOnTheirWay(server: TestServer) {
  const visitor = newVisitor(server.url)
  const [number, phone] = [freshAadhaar(), freshPhone()]
  await startFor(visitor, number)
  await sendTo(visitor, phone)
  const codes = [await codeFor(visitor, number), await codeFor(visitor, phone)]
  for (const otp of [codes[0] ?? '', '000000']) await enter(visitor, phone, otp)
  const unfinished = Buffer.from(`{"aadhaar_number": "${number}"`)
  await visitor.send(api.generateAadhaarOtp, unfinished, 'application/json')
  await visitor.post(api.generateAadhaarOtp, { aadhaar_number: `${number}0`, phone })
  await visitor.get(`${api.generateMobileOtp}?phone=${phone}&otp=${codes[1]}`)
  for (const lastFour of ['0002', '0004', '0006', '0010'])
    await startFor(visitor, number.slice(0, 8) + lastFour)
  // Anybody can calculate these for every possible number.
  const hashes = [number, phone].flatMap((value) =>
    (['hex', 'base64url'] as const).map((form) => createHash('sha256').update(value).digest(form)),
  )
  const token = visitor.cookie().split('=')[1] ?? ''
  return { codes, secrets: [number, number.slice(0, 8), phone, token, ...hashes] }
}

it.each(enginesInTurn)('what is stored of a registration shows nothing personal, on %s', async (engine) => {
  await using server = await startServer({ engine })
  const mark = freshTransaction()
  const planted = {
    email: `canary${mark}@example.in`,
    accountName: `Canary ${mark.replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`,
    accountNo: `77${mark}`,
  }
  const signer = { agent: `agent${mark}`, wrongName: `wrong${mark}` }
  const { id, applicant, signature } = await wholeLife(server, planted, signer)
  const { codes, secrets: numbers } = await numbersOnTheirWay(server)
  const { phone, name, address, pincode } = applicant.fields
  const given = [phone, name, address].map((value) => value ?? expect.unreachable())
  const secrets = [...Object.values({ ...planted, ...signer }), ...given, `"${pincode}"`, applicant.aadhaar]
  const more = [...numbers, 'I accept the terms', '%PDF-']
  const everything = await expectSecret(server, [...secrets, ...more])
  // Many random texts contain six digits, but not between two marks.
  for (const code of codes) {
    const whole = new RegExp(String.raw`(?<![\w.-])${code}(?![\w-])`)
    expect([whole.test(everything.toString('latin1')), whole.test(server.log())]).toEqual([false, false])
  }
  expect(server.log()).toContain(api.verifyAadhaarOtp)
  // The log contains neither what opens the record nor what opens the document.
  expect(signature).not.toBe('')
  for (const opener of [id, signature]) expect(server.log()).not.toContain(opener)
  const shown = await newVisitor(server.url).get('/sandbox/messages')
  expect(JSON.stringify(shown.body)).not.toContain(planted.accountNo)
  // No key decrypts the Aadhaar number anywhere, except in the provider's simulator.
  const { db, cipher } = server.deps
  const cells = await decryptedCells(db, cipher)
  expect(cells.join('\n')).toContain(planted.accountNo)
  const ours = cells.filter((cell) => !cell.startsWith('sandbox_'))
  expect(ours.filter((cell) => cell.includes(applicant.aadhaar))).toEqual([])
  const opened = await newVisitor(server.url).get(api.fieldExecutive + id)
  expect(JSON.stringify(opened.body)).not.toContain(applicant.aadhaar)
})
