import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { documentsOf } from '#server/features/careers/store.ts'
import { listRecords } from '#server/platform/records/store.ts'
import { decryptFile } from '#server/platform/crypto/file-cipher.ts'
import { documentPart, postApplication, somebody } from '#tests/support/application.ts'
import { buildPdf, stream } from '#tests/support/bad-files/pdf.ts'
import { payloadsOf } from '#tests/support/resilience/stored.ts'
import { atOnce, orCut, type WritePath } from './enquiries.ts'

const WRITERS = 6

/** A resume that names whose it is. */
function resumeOf(email: string): Buffer {
  return buildPdf({ content: `BT (${email}) Tj ET`, more: [stream('', Buffer.alloc(100_000, 'x'))] })
}

/** Applications with two documents each: rows, files and jobs agree, and a paper is whole. */
export function writeApplications(): WritePath {
  const acknowledged = new Set<string>()

  async function applyUntilItDies(url: string): Promise<void> {
    for (;;) {
      const person = somebody()
      const resume = resumeOf(person.email)
      const documents = [documentPart('resume', resume), documentPart('pan_card', resume, 'pan.pdf')]
      const answer = await orCut(postApplication(url, person, documents))
      if (!answer) return
      if (answer.status === 503) continue
      expect(answer.status).toBe(201)
      acknowledged.add(person.email)
    }
  }

  return {
    name: 'applications with papers',
    prepare: async () => undefined,
    write: (url) => atOnce(WRITERS, () => applyUntilItDies(url)),
    acknowledged: () => acknowledged.size,
    comeBack: async () => undefined,
    async compare(kept) {
      const ids: string[] = []
      const emails = new Set<string>()
      const of = { kind: 'applications', since: 0, unreadable: expect.unreachable } as const
      for await (const { id, email } of listRecords(kept.db, kept.cipher, of)) {
        const documents = await documentsOf(kept.db, kept.cipher, id)
        ids.push(id)
        emails.add(email)
        expect(documents.map(({ field }) => field)).toEqual(['pan_card', 'resume'])
        for (const { id: file } of documents) {
          const sealed = await kept.files.get(file)
          if (!sealed) throw new Error('a row names a file that is not there')
          expect((await buffer(decryptFile(kept.cipher, file, sealed))).equals(resumeOf(email))).toBe(true)
        }
      }
      expect([...acknowledged].filter((email) => !emails.has(email))).toEqual([])
      expect(emails.size).toBe(ids.length)
      const told = await payloadsOf(kept, 'careers.tell-agency')
      expect(told.map(({ applicationId }) => applicationId).sort()).toEqual(ids.sort())
    },
  }
}
