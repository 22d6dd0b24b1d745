import { photoField } from '#contract/schemas/registrations.ts'
import { type DocumentDeps, storeDocument } from '#server/features/onboarding/agreement/document-service.ts'
import type { HttpError } from '#server/platform/http/http-errors.ts'
import { createSemaphore } from '#server/platform/semaphore.ts'
import type { FileChecker } from '#server/platform/uploads/file-checks/checker.ts'
import type { FileFault } from '#server/platform/uploads/file-checks/check-file.ts'
import type { ReceivedFile } from '#server/platform/uploads/read-upload.ts'
import type { Sentence } from '#contract/messages/sentences.ts'

export interface PhotoDeps extends DocumentDeps {
  checker: FileChecker
}

/** Photos checked at once, and registrations that may wait: each photo is whole in memory during its check. */
const CHECKS = { active: 2, waiting: 200 }

/**
 * Stores a re-encoded photo before the row that refers to it, and returns its id; a photo without a row is swept later.
 * Throws `FilesUnavailable`, `CheckerUnavailable` and `SemaphoreFull`.
 */
export function createStorePhoto(deps: PhotoDeps) {
  const acquire = createSemaphore(CHECKS)
  return async ({
    spooled,
  }: ReceivedFile): Promise<{ ok: true; id: string } | { ok: false; refused: HttpError }> => {
    const checked = await acquire(async () => deps.checker.check(await spooled.read(), 'portrait'))
    if (checked.ok) return { ok: true, id: await storeDocument(deps, checked.bytes) }
    const errors = [{ field: photoField, message: faultMessage(checked.fault) }]
    return { ok: false, refused: { code: 'wrong_type', errors } }
  }
}

function faultMessage(fault: FileFault): Sentence {
  if (fault === 'wrong kind') return 'onboardingFieldMessages.photo.invalid'
  return fault === 'too many pixels' ? 'fileMessages.tooManyPixels' : `fileMessages.${fault}`
}
