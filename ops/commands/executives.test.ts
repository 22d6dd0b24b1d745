import { describe, expect, it } from 'vitest'
import { engines } from '#tests/support/place.ts'
import { referenceOf, registered } from '#tests/support/registration.ts'
import { startServer } from '#tests/support/server.ts'
import { runOps } from '#tests/support/run-ops.ts'

describe.each(engines)('export executives on %s', (engine) => {
  it('gives each person with their mandate, masked unless told otherwise', async () => {
    await using server = await startServer({ engine })
    const { id, fields, aadhaar } = await registered(server)
    const run = async (...options: string[]) => {
      const words = ['export', 'executives', '--format', 'ndjson', ...options]
      const { code, stdout, stderr } = await runOps(words, server.place.settings)
      return { code, row: JSON.parse(stdout), stderr }
    }
    const masked = await run()
    expect(masked).toMatchObject({
      code: 0,
      row: {
        id: await referenceOf(server.deps, id),
        name: fields['name'],
        email: 'p***@e***.in',
        phone: `******${fields['phone']?.slice(-4)}`,
        city: fields['city'],
        aadhaar_no: `XXXXXXXX${aadhaar.slice(-4)}`,
        notice: '2026-11-21',
        transaction_id: fields['transactionId'],
        mandate: 'initiated',
        account_no: `XXXXXXXX${fields['accountNo']?.slice(-4)}`,
      },
      stderr: '1 executives; e-mail, phone and account number are masked; --reveal shows them\n',
    })
    const { row } = await run('--reveal')
    expect(row).toMatchObject({
      email: fields['email'],
      phone: fields['phone'],
      account_no: fields['accountNo'],
    })
    expect(JSON.stringify(row)).not.toContain(aadhaar)
  })
})
