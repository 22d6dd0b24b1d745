import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { linkAnswers } from '#contract/messages/en/links.ts'
import { api } from '#contract/paths.ts'
import { tokenHash } from '#server/platform/crypto/digest.ts'
import { FilesUnavailable } from '#server/providers/files/port.ts'
import { sendStatusChange } from '#tests/support/gateway-store.ts'
import { engines } from '#tests/support/place.ts'
import { type Applicant, registered } from '#tests/support/registration.ts'
import { startServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { newVisitor } from '#tests/support/visitor.ts'

const nowhere = [404, { message: linkAnswers.unknown, code: 'not_found' }]

describe.each(engines)('getFieldExecById on %s', (engine) => {
  const server = sharedServer({ engine })
  let person: Applicant & { id: string }
  beforeAll(async () => {
    person = await registered(server)
  })

  const open = (id: string, visitor = newVisitor(server.url)) => visitor.get(api.fieldExecutive + id)

  it.each([
    [{ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }, 200],
    [{ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }, 403],
    [{ 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }, 403],
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' }, 403],
  ])(
    'is opened by a script of our own pages alone, where the browser says who asks: %j',
    async (from, is) => {
      const { status } = await fetch(server.url + api.fieldExecutive + person.id, { headers: from })
      expect(status).toBe(is)
      const callback = await fetch(`${server.url}${api.gatewayCallback}?msg=none`, { headers: from })
      expect([callback.status === 403, callback.headers.get('set-cookie')]).toEqual([is === 403, null])
    },
  )

  it('shows a stranger with the link no more than the masks leave', async () => {
    const { status, headers, body } = await open(person.id)
    const { fields, aadhaar } = person
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body['data']).toEqual({
      _id: person.id,
      name: fields['name'],
      email: 'p***@e***.in',
      phone: `******${fields['phone']?.slice(-4)}`,
      dob: fields['dob']?.slice(0, 4),
      address: { address_line: '', city: fields['city'], state: fields['state'], pincode: fields['pincode'] },
      aadhaar_no: `XXXXXXXX${aadhaar.slice(-4)}`,
      profilePhoto: expect.stringMatching(/^data:image\/jpeg;base64,\/9j\//),
      agreement_url: expect.stringMatching(new RegExp(`${api.agreement}(?!${person.id})[\\w-]{32}\\?`)),
      signedAgreement: false,
      mandate_id: {
        _id: expect.stringMatching(/^[\w-]{32}$/),
        bankDetails: {
          accountHolderName: 'T*** P***',
          accountNumber: `XXXXXXXX${fields['accountNo']?.slice(-4)}`,
          ifscCode: fields['ifscCode'],
        },
        mandateDetails: { registrationStatus: 'Initiated' },
      },
    })
    const whole = JSON.stringify(body)
    for (const secret of ['email', 'phone', 'dob', 'address', 'accountNo', 'aadhaar_no'])
      expect([secret, whole.includes(fields[secret] ?? '')]).toEqual([secret, false])
  })

  it('is whole for the browser that registered, but for the two numbers that stay masked', async () => {
    const { fields, aadhaar, visitor } = person
    const { body } = await open(person.id, visitor)
    const { name, email, phone, dob, address, city, state, pincode, accountName, accountNo } = fields
    expect(body['data']).toMatchObject({
      ...{ name, email, phone, dob, aadhaar_no: `XXXXXXXX${aadhaar.slice(-4)}` },
      address: { address_line: address, city, state, pincode },
      mandate_id: {
        bankDetails: { accountHolderName: accountName, accountNumber: `XXXXXXXX${accountNo?.slice(-4)}` },
      },
    })
  })

  it('gives a fresh link to the agreement each time, and does not mind letter case in the path', async () => {
    const links = await Promise.all([open(person.id), open(person.id)])
    const [one, other] = links.map(({ body }) => (body['data'] as { agreement_url: string }).agreement_url)
    expect(one).toMatch(/\?expires=\d{13}&signature=[\w-]{22}$/)
    expect(other).toMatch(/\?expires=\d{13}&signature=[\w-]{22}$/)
    const lower = await newVisitor(server.url).get(`/api/v1/fieldexecutive/getfieldexecbyid/${person.id}`)
    expect(lower.status).toBe(200)
  })

  it('remembers in the session that it was opened, once', async () => {
    const visitor = newVisitor(server.url)
    const first = await open(person.id, visitor)
    expect(first.headers.getSetCookie()[0]).toMatch(/^v=[\w-]{32}; Path=\/; HttpOnly; SameSite=Lax$/)
    const again = await open(person.id, visitor)
    expect(again.headers.getSetCookie()).toEqual([])
  })

  it('shows the account whole only while the mandate is failed', async () => {
    const failed = await registered(server)
    const { transactionId = '', accountNo, accountName } = failed.fields
    const tell = async (status: '0399' | '0300') => {
      await sendStatusChange(server, transactionId, { status })
      return (await open(failed.id)).body['data']
    }
    expect(await tell('0399')).toMatchObject({
      mandate_id: {
        bankDetails: { accountHolderName: accountName, accountNumber: accountNo },
        mandateDetails: { registrationStatus: 'Failed' },
      },
    })
    expect(await tell('0300')).toMatchObject({
      mandate_id: {
        bankDetails: { accountNumber: `XXXXXXXX${accountNo?.slice(-4)}` },
        mandateDetails: { registrationStatus: 'Success' },
      },
    })
  })

  it('is answered to a browser whose token was replaced meanwhile, which gets no other', async () => {
    const { db } = server.deps
    const visitor = newVisitor(server.url)
    expect((await open(person.id, visitor)).status).toBe(200)
    const hash = tokenHash(visitor.cookie().split('=')[1] ?? '')
    const replaced = { hash: 'newer', earlier_hash: hash, earlier_ends_at: Date.now() + 15_000 }
    await db.updateTable('sessions').set(replaced).where('hash', '=', hash).execute()
    const { status, headers, body } = await open(person.id, visitor)
    expect([status, body['data'], headers.getSetCookie()]).toEqual([
      200,
      expect.objectContaining({ _id: person.id }),
      [],
    ])
  })

  it('knows nothing else: unknown, bent and impossible ids are answered alike, without a cookie', async () => {
    const { id } = person
    const ids = [
      randomBytes(24).toString('base64url').replace(/^-/, 'a'),
      `${id.slice(0, -1)}${id.endsWith('A') ? 'B' : 'A'}`,
      id.toLowerCase() === id ? id.toUpperCase() : id.toLowerCase(),
      id.slice(1),
      `${id}x`,
      '1',
      'null',
      '%00',
      "'%20or%201=1--",
      '..%2f..%2fetc%2fpasswd',
      '𝟙',
      'x'.repeat(99),
    ]
    for (const one of ids) {
      const { status, body, headers } = await open(one)
      expect([one, status, body]).toEqual([one, ...nowhere])
      expect(headers.getSetCookie()).toEqual([])
    }
    expect((await newVisitor(server.url).get(api.fieldExecutive)).status).toBe(404)
  })

  it('is found by none of a thousand guesses', async () => {
    const guesses = Array.from({ length: 1000 }, () => randomBytes(24).toString('base64url'))
    const found = new Set<number>()
    while (guesses.length > 0) {
      const some = await Promise.all(guesses.splice(0, 50).map((id) => open(id)))
      for (const { status } of some) found.add(status)
    }
    expect([...found]).toEqual([404])
  })

  it('loads without its picture when the storage is away', async () => {
    const { files } = server.deps
    const get = files.get.bind(files)
    files.get = () => Promise.reject(new FilesUnavailable('gone'))
    const { status, body } = await open(person.id)
    files.get = get
    expect([status, body['data']]).toEqual([200, expect.objectContaining({ profilePhoto: '' })])
  })
})

describe('the limit on records', () => {
  it('lets one address open sixty in a minute, whether they exist or not', async () => {
    await using server = await startServer({ settings: { RATE_LIMIT_SCALE: '1' } })
    const answers = []
    for (let count = 0; count < 62; count += 1)
      answers.push(
        await newVisitor(server.url).get(`${api.fieldExecutive}${randomBytes(24).toString('base64url')}`),
      )
    expect(answers.slice(0, 60).every(({ status }) => status === 404)).toBe(true)
    expect(answers.slice(60).map(({ status }) => status)).toEqual([429, 429])
    expect(Number(answers[61]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
