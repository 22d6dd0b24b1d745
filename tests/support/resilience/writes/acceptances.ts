import { expect } from 'vitest'
import { createRecordLinks } from '#server/platform/db/record-links.ts'
import { listEvents } from '#server/features/onboarding/agreement/chain/store.ts'
import { findAgreement } from '#server/features/onboarding/agreement/store.ts'
import { postSigning } from '#tests/support/executive.ts'
import type { Registered } from './registrations.ts'
import { orCut, untilTaken, type WritePath } from './write-path.ts'

/** Acceptances of agreements: each is kept once, with its event, and its document is encrypted once. */
export function writeAcceptances(people: () => Registered[]): WritePath {
  const accepted = new Set<string>()

  async function accept(url: string, { id, name }: Registered): Promise<void> {
    const answer = await orCut(postSigning(url, { id, signName: name }))
    if (answer?.status === 200) accepted.add(id)
  }

  return {
    name: 'acceptances',
    prepare: async () => undefined,
    write: async (url) => void (await Promise.all(people().map((person) => accept(url, person)))),
    acknowledged: () => accepted.size,
    async comeBack(url) {
      for (const person of people().filter(({ id }) => !accepted.has(id))) {
        // Refused as signed already where only the answer was lost.
        const again = () => postSigning(url, { id: person.id, signName: person.name })
        expect([200, 409]).toContain((await untilTaken(again)).status)
        accepted.add(person.id)
      }
    },
    async compare({ db, cipher, files }) {
      for (const { id: link } of people()) {
        const id = (await createRecordLinks({ db, cipher }).find(link)) ?? ''
        const agreement = await findAgreement(db, cipher, id)
        const kinds = (await listEvents(db, cipher, id)).map(({ event }) => event.kind)
        const times = (kind: string) => kinds.filter((one) => one === kind).length
        if (accepted.has(link)) expect(agreement?.acceptedAt).toEqual(expect.any(Number))
        expect(times('accepted')).toBe(agreement?.acceptedAt ? 1 : 0)
        expect(times('sealed')).toBe(agreement?.signed ? 1 : 0)
        if (agreement?.signed) expect(await files.get(agreement.signed.file)).toBeDefined()
      }
    },
  }
}
