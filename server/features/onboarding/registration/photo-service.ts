import { buffer } from 'node:stream/consumers'
import { fileMessages } from '#contract/messages/documents.ts'
import { onboardingFieldMessages } from '#contract/messages/common.ts'
import { photoField } from '#contract/schemas/registrations.ts'
import type { Db } from '#server/platform/db/client.ts'
import { announceFile, settleFiles } from '#server/platform/db/pending-files.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { FileFault } from '#server/platform/uploads/file-checks/check-file.ts'
import type { FileChecker } from '#server/platform/uploads/file-checks/checker.ts'
import { decryptFile, encryptBytes } from '#server/platform/crypto/file-cipher.ts'
import { newId } from '#server/platform/ids.ts'
import type { ReceivedFile } from '#server/platform/uploads/read-upload.ts'
import type { HttpError } from '#server/platform/http/http-errors.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { createSemaphore } from '#server/platform/semaphore.ts'
import type { FilesPort } from '#server/providers/files/port.ts'

export interface PhotoDeps {
  db: Db
  cipher: FieldCipher
  clock: Clock
  files: FilesPort
  checker: FileChecker
}

/** Photos looked at at once, and registrations that may wait for it: a photo is whole in memory only meanwhile. */
const CHECKS = { active: 2, waiting: 200 }

type KeptPhoto = { ok: true; id: string } | { ok: false; refused: HttpError }

/**
 * Keeps a person's picture, drawn anew, before the row that names it: announced first, so that one that nobody comes to
 * name is swept. Throws `FilesUnavailable`, `CheckerUnavailable` and `SemaphoreFull`.
 */
export function createKeepPhoto({ db, cipher, clock, files, checker }: PhotoDeps) {
  const acquire = createSemaphore(CHECKS)

  async function keep({ spooled }: ReceivedFile): Promise<KeptPhoto> {
    const checked = await acquire(async () => checker.check(await spooled.read(), 'portrait'))
    if (!checked.ok) {
      const errors = [{ field: photoField, message: faultSentence(checked.fault) }]
      return { ok: false, refused: { code: 'wrong_type', errors } }
    }
    const id = newId()
    await announceFile(db, { id, now: clock.now() })
    await files.put(id, await encryptBytes(cipher, id, checked.bytes))
    return { ok: true, id }
  }

  /** Removes what was kept for nothing; what the storage does not remove now, the sweep does later. */
  async function forget(id: string): Promise<void> {
    await files.remove(id).then(
      () => settleFiles(db, [id]),
      () => undefined,
    )
  }

  return { keep, forget }
}

function faultSentence(fault: FileFault): string {
  switch (fault) {
    case 'wrong kind':
      return onboardingFieldMessages.photo.invalid
    case 'too many pixels':
      return fileMessages.tooManyPixels
    default:
      return fileMessages[fault]
  }
}

/** A kept picture, a JPEG; undefined when it is not there. */
export async function readPhoto(
  { files, cipher }: Pick<PhotoDeps, 'files' | 'cipher'>,
  id: string,
): Promise<Buffer | undefined> {
  const encrypted = await files.get(id)
  return encrypted && buffer(decryptFile(cipher, id, encrypted))
}
