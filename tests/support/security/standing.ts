import { api } from '#contract/paths.ts'
import {
  type Applicant,
  registered,
  settle,
  somePhoto,
  verifiedVisitor,
} from '#tests/support/registration.ts'
import { newVisitor } from '#tests/support/visitor.ts'
import type { Known } from './hostile-values.ts'
import type { Standing } from './requests.ts'

/** Lets visitors come as far as they can, so that attacks have ids and cookies that lead past the first listener. */
export async function makeStanding(url: string): Promise<Standing> {
  const done = await registered(url)
  const failed = await registered(url)
  await settle(url, failed.fields['transactionId'] ?? '', 'Failed')
  const onTheWay = await verifiedVisitor(url)
  const stranger = newVisitor(url)
  await stranger.get(api.fieldExecutive + failed.id)
  const people = [done, failed, onTheWay]
  return {
    known: {
      ...fieldsOf(people),
      ...(await linkOf(url, done.id)),
      id: [done.id, failed.id],
      ifsc: ['HDFC0000001'],
      signName: [done.fields['name'] ?? '', failed.fields['name'] ?? ''],
    },
    cookies: [...people.map(({ visitor }) => visitor.cookie()), stranger.cookie()],
    photo: await somePhoto(),
  }
}

function fieldsOf(people: readonly Applicant[]): Known {
  const names = Object.keys(people[0]?.fields ?? {})
  return Object.fromEntries(names.map((name) => [name, people.map(({ fields }) => fields[name] ?? '')]))
}

/** What opens the agreement of a record. */
async function linkOf(url: string, id: string): Promise<Known> {
  const { body } = await newVisitor(url).get(api.fieldExecutive + id)
  const { agreement_url: link } = body['data'] as { agreement_url: string }
  const { pathname, searchParams } = new URL(link)
  return {
    address: [pathname.slice(api.agreement.length)],
    expires: [searchParams.get('expires') ?? ''],
    signature: [searchParams.get('signature') ?? ''],
  }
}
