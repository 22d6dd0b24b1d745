import { describe, expect, it } from 'vitest'
import { createHash } from 'node:crypto'
import { readResponse, requestToken, type TokenParts } from './signed-messages.ts'

const salt = 'TESTSALT0000AAAA'
const parts: TokenParts = {
  merchantId: 'T000001',
  transactionId: 'TXN0000000001',
  amount: '1.00',
  accountNo: '',
  consumerId: 'EMP0001',
  phone: '9000000000',
  email: 'worker@example.test',
  startDate: '01-02-2026',
  endDate: '29-01-2066',
  maxAmount: '20000',
  amountType: 'M',
  frequency: 'ADHO',
}

describe('the token of a request', () => {
  it('is SHA-512 over seventeen values, absent ones empty', () => {
    expect(requestToken(parts, salt)).toBe(
      '844f2555cfdd2e9e9974a694f66666b47655be414a1720c3088fc68c0e36a7ee142df30eef1aafce1b6cabee892293e72bf00999b6a1acffcfa088010f1a1c8d',
    )
    expect(requestToken({ ...parts, accountNo: '123456789012' }, salt)).toBe(
      'b8288a5d0fb6c8262254e1b500414bbb2975e05cf16bf79aa10d20b4075f3c734533880d807d51c8ed7c078d21bfa999e91f856fc37c7f968bd62b6157085960',
    )
  })
})

const merchant = { id: 'T000001', salt }
const plain =
  '0300|success|NA|TXN0000000001|11050|1900000001|1.00|{itc:}{email:worker@example.test}{mob:9000000000}|01-02-2026 12:31:24|NA|||00000000000000000000000000000001|970000001|00000000-0000-4000-8000-000000000001'
const hash =
  '16b3328a04b62f71e0b50540b32c8058afbccfec35329c467daa1ee43464fa46f3695a8ed98a1731f222781ee93866eb0212ac4585b4c64e64afea31836ebd3a'

function hashOf(values: readonly string[], by: string): string {
  return createHash('sha512')
    .update([...values, by].join('|'))
    .digest('hex')
}

/** Returns the same string with changed fields, signed as the gateway signs. */
function signed(changes: Record<number, string>): string {
  const fields = plain.split('|').map((field, index) => changes[index] ?? field)
  return [...fields, hashOf(fields, salt)].join('|')
}

const meta =
  '{itc:~mandateData{UMRNNumber:TEST7000000000000001~IFSCCode:TEST0000001~amount_type:M~frequency:ADHO~account_number:000011112222~expiry_date:29-01-2066~ifsc_code:TEST0000001~amount:5000.00~identifier:~schedule_date:01-02-2026~debitDay:~debitFlag:N~aadharNo:~accountHolderName:Namuna Person~accountType:Saving~dateOfBirth:~mandatePurpose:~utilityNo:~helpdeskNo:~helpdeskEmail:~pan:~phoneNumber:~emailID:worker@example.test}}{email:worker@example.test}{mob:9000000000}'

describe('a response string', () => {
  it('is read when its hash is right', () => {
    expect(readResponse(`${plain}|${hash}`, merchant)).toEqual({
      ...{ transactionId: 'TXN0000000001', gatewayId: '1900000001', mandateRegNo: '970000001' },
      ...{ state: 'active', code: '0300', message: 'success', amount: '1' },
    })
  })

  it('is read with an ampersand or a line break at its end, and with its hash in capitals', () => {
    for (const end of [`${hash}&`, `${hash}\r\n`, hash.toUpperCase()])
      expect([end, readResponse(`${plain}|${end}`, merchant)?.state]).toEqual([end, 'active'])
  })

  it('is read from both ends when our own part contains bars', () => {
    const answer = readResponse(signed({ 7: '{itc:a|b||c}{email:}{mob:}' }), merchant)
    expect(answer).toMatchObject({ transactionId: 'TXN0000000001', mandateRegNo: '970000001', amount: '1' })
  })

  it('contains what the bank registered', () => {
    expect(readResponse(signed({ 7: meta }), merchant)).toMatchObject({
      umrn: 'TEST7000000000000001',
      registered: {
        ...{ accountNo: '000011112222', accountName: 'Namuna Person', ifscCode: 'TEST0000001' },
        ...{ maxAmount: '5000', startDate: '2026-02-01', endDate: '2066-01-29' },
        ...{ amountType: 'M', frequency: 'ADHO' },
      },
    })
  })

  it('is ambiguous when it contains two registrations', () => {
    const twice = meta.replace('{email:', '{email:mandateData{account_number:1}')
    const answer = readResponse(signed({ 7: twice }), merchant)
    expect(answer).toMatchObject({ ambiguous: true })
    expect(answer?.registered).toBeUndefined()
  })

  it('of a success without a mandate number is not active yet', () => {
    expect(readResponse(signed({ 13: '' }), merchant)).toMatchObject({ state: 'initiated', code: '0398' })
    expect(readResponse(signed({ 7: meta, 13: '' }), merchant)).toMatchObject({
      state: 'active',
      code: '0300',
    })
  })

  it('leaves out invalid amounts and dates', () => {
    const odd = meta.replace('5000.00', 'five').replace('29-01-2066', '31-02-2066')
    const registered = readResponse(signed({ 7: odd, 6: '' }), merchant)
    expect(registered?.amount).toBeUndefined()
    expect(registered?.registered).not.toHaveProperty('maxAmount')
    expect(registered?.registered).not.toHaveProperty('endDate')
  })

  it.each([
    ['active', ['0300']],
    ['initiated', ['0398', '0396', '0397']],
    ['failed', ['0399']],
    ['aborted', ['0392', '0002']],
    ['unknown', ['', 'toString']],
  ])('is %s with the codes %j', (state, codes) => {
    for (const code of codes)
      expect(readResponse(signed({ 0: code }), merchant)).toMatchObject({ code, state })
  })

  it('is rejected when it is a request of our own with its token, whatever a person put into that', () => {
    const hashed =
      'T000001|TXN0000000001|1.00||EMP0001|9000000000|worker@example.test|01-02-2026|29-01-2066|20000|M|ADHO||||'
    for (const email of [parts.email, 'a|0300|b']) {
      const values = hashed.replace(parts.email, email)
      const token = requestToken({ ...parts, email }, salt)
      expect(hashOf(values.split('|'), salt)).toBe(token)
      for (const space of ['', ' '])
        expect(readResponse(`${space}${values}|${token}`, merchant)).toBeUndefined()
    }
  })

  it('keeps the reason of a failure', () => {
    const reason = 'No Variant is eligible for Selection'
    const answer = readResponse(signed({ 0: '0399', 1: 'failure', 2: reason, 13: '' }), merchant)
    expect(answer).toMatchObject({ state: 'failed', reason })
  })

  it('is rejected when a single field was changed', () => {
    const fields = [...plain.split('|'), hash]
    for (const [at, field] of fields.entries()) {
      const other = field === '' ? '0' : field.replace(/.$/, (last) => (last === '1' ? '2' : '1'))
      expect(readResponse(fields.with(at, other).join('|'), merchant), `field ${at}`).toBeUndefined()
    }
  })

  it.each([
    ['another’s salt', `${plain}|${hashOf(plain.split('|'), 'ANOTHERSALT')}`],
    ['no hash', plain],
    ['nothing', ''],
    ['too few fields', `0300|success|${hash}`],
    ['far too much', `${plain}${'x'.repeat(20_000)}|${hash}`],
  ])('is none with %s', (_, message) => {
    expect(readResponse(message, merchant)).toBeUndefined()
  })
})
