import { expect, it } from 'vitest'
import { smsKind } from '#server/providers/kinds.ts'
import { runOps } from '#tests/support/run-ops.ts'

it('the command sms-texts prints the texts of every language with the agency and the host, and counts SMS', async () => {
  const settings = { AGENCY_NAME: 'Asha Placements', PUBLIC_URL: 'https://www.asha.example' }
  const { code, stdout, stderr } = await runOps(['sms-texts'], settings)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout.match(/^MSG91_\w+ \(.*$/gm)).toEqual(
    [
      ...['CODE (English, 2', 'LINK (English, 1', 'NUMBER (English, 2', 'CHANGED (English, 2'],
      ...['CODE_HI (Hindi, 2', 'LINK_HI (Hindi, 2', 'NUMBER_HI (Hindi, 2', 'CHANGED_HI (Hindi, 2'],
      ...[
        'CODE_GU (Gujarati, 2',
        'LINK_GU (Gujarati, 2',
        'NUMBER_GU (Gujarati, 2',
        'CHANGED_GU (Gujarati, 2',
      ],
    ].flatMap((name) => [
      `MSG91_TEMPLATE_${name} SMS), for the operator:`,
      `MSG91_TEMPLATE_${name} SMS), at MSG91:`,
    ]),
  )
  const vendors = smsKind.vendors.length
  expect(stdout.match(/^@www\.asha\.example #\{#numeric#\}$/gm)).toHaveLength(9 * vendors)
  expect(stdout.match(/^@www\.asha\.example ###code##$/gm)).toHaveLength(9)
  expect(stdout.match(/Asha Placements/g)).toHaveLength(24 * vendors)
})
