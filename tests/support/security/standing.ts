import { api } from '#contract/paths.ts'
import { goodApplication } from '#tests/support/application.ts'
import { goodEnquiry } from '#tests/support/enquiry.ts'
import {
  type Applicant,
  registered,
  settle,
  somePhoto,
  verifiedVisitor,
} from '#tests/support/registration.ts'
import { newVisitor } from '#tests/support/visitor.ts'
import type { Standing } from './requests.ts'

/** Lets visitors come as far as they can, so that attacks have ids and cookies that lead past the first listener. */
export async function makeStanding(url: string): Promise<Standing> {
  const done = await registered(url)
  const failed = await registered(url)
  await settle(url, failed.fields['transactionId'] ?? '', 'Failed')
  const onTheWay = await verifiedVisitor(url)
  const stranger = newVisitor(url)
  await stranger.get(api.fieldExecutive + failed.id)
  const people = [done, failed, onTheWay, { visitor: stranger }]
  return {
    people: [{ ...knownOf(done), ...(await linkOf(url, done.id)) }, knownOf(failed)],
    cookies: people.map(({ visitor }) => visitor.cookie()),
    photo: await somePhoto(),
  }
}

function knownOf({ id, aadhaar, fields }: Applicant & { id: string }): Record<string, unknown> {
  const { name } = fields
  const own = {
    id,
    aadhaar_number: aadhaar,
    signName: name,
    ifsc: 'HDFC0000001',
    otp: '000000',
    typed: { name },
  }
  return { ...goodEnquiry, ...goodApplication, ...fields, ...own, download: '0' }
}

/** What opens the agreement of a record. */
async function linkOf(url: string, id: string): Promise<Record<string, string | null>> {
  const { body } = await newVisitor(url).get(api.fieldExecutive + id)
  const { agreement_url: link } = body['data'] as { agreement_url: string }
  const { pathname, searchParams } = new URL(link)
  const [expires, signature] = [searchParams.get('expires'), searchParams.get('signature')]
  return { address: pathname.slice(api.agreement.length), expires, signature }
}
