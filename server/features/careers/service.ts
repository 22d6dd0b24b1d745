import type { CareerRequest, DocumentField } from '#contract/schemas/careers.ts'
import type { FieldError } from '#contract/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { announceFile, settleFiles } from '#server/platform/db/pending-files.ts'
import { countUses } from '#server/platform/rate-limit/database-counters.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { FileChecker } from '#server/platform/uploads/file-checks/checker.ts'
import { encryptBytes } from '#server/platform/crypto/file-cipher.ts'
import { newId } from '#server/platform/ids.ts'
import type { ReceivedFile } from '#server/platform/uploads/read-upload.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { createSemaphore, type Acquire } from '#server/platform/semaphore.ts'
import type { FilesPort } from '#server/providers/files/port.ts'
import type { ScannerPort } from '#server/providers/scanner/port.ts'
import { notifyOwner, notifyAgency } from './jobs.ts'
import { insertLink, makeRoom, mayReplace } from './replacement-store.ts'
import { faultSentence } from './rules.ts'
import { earlierApplication, insertApplication, type StoredDocument } from './store.ts'

export interface CareerDeps {
  db: Db
  cipher: FieldCipher
  clock: Clock
  files: FilesPort
  scanner: ScannerPort
  checker: FileChecker
  wakeWorker(): void
}

export type ApplicationOutcome =
  { outcome: 'stored'; id: string } | { outcome: 'duplicate' } | { outcome: 'refused'; errors: FieldError[] }

/** Files looked at at once, and applications that may wait for it: a file is whole in memory only meanwhile. */
const CHECKS = { active: 2, waiting: 120 }
/**
 * From so many on the documents of another are not even read: it is told at once, whoever is being read finds room, and
 * the last in the queue waits for seconds, not for a minute (bench `load`).
 */
const CROWD = 40

export interface Applications {
  /** Throws `FilesUnavailable`, `CheckerUnavailable` and `SemaphoreFull`. */
  submit(application: CareerRequest, documents: readonly ReceivedFile[]): Promise<ApplicationOutcome>
  /** Whether so many wait that another should come later. */
  isCrowded(): boolean
}

/**
 * Makes the one way in for applications. Files are stored before the row that names them is written, so that a row
 * never points at nothing; files that a crash leaves without a row are swept.
 */
export function createApplications(deps: CareerDeps): Applications {
  const { db, cipher, clock } = deps
  const acquire = createSemaphore(CHECKS)

  async function submit(
    application: CareerRequest,
    documents: readonly ReceivedFile[],
  ): Promise<ApplicationOutcome> {
    const replacing = await replacementFor(deps, application)
    if (!replacing && (await earlierApplication(db, cipher, application))) {
      return mentionDuplicate(deps, application)
    }
    const looked = await keepDocuments(deps, acquire, documents)
    if (!looked.ok) return { outcome: 'refused', errors: looked.errors }
    const { storedDocuments } = looked
    const id = newId()
    const now = clock.now()
    const { address = '', notice = null, replace: _, ...written } = application
    const stored = { ...written, address, notice, id, createdAt: now, documents: storedDocuments }
    // When this throws the commit may have gone through although its answer was lost: then only the sweep, which asks
    // the table, may remove files.
    const isFirst = await db
      .transaction()
      .execute(async (trx) => {
        const replaced = replacing ? await makeRoom(trx, cipher, replacing) : []
        if (replaced === undefined) return false
        const inserted = await insertApplication(trx, cipher, stored)
        // The earlier one stays where the owner's does not take its place after all.
        if (!inserted && replacing) throw new NotReplaced()
        if (inserted) {
          const about = replaced.length > 0 ? 'replacement' : 'first'
          const payload = { applicationId: id, about } as const
          await enqueue(trx, notifyAgency, [{ payload, now }])
        }
        return inserted
      })
      .catch(unlessReplaced)
    deps.wakeWorker()
    if (isFirst) return { outcome: 'stored', id }
    await forget(deps, storedDocuments)
    return mentionDuplicate(deps, application)
  }

  return { submit, isCrowded: () => acquire.waiting() >= CROWD }
}

class NotReplaced extends Error {}

function unlessReplaced(error: unknown): false {
  if (error instanceof NotReplaced) return false
  throw error
}

/** What a valid token of this address lets happen; undefined without one. */
async function replacementFor({ db, cipher, clock }: CareerDeps, person: CareerRequest) {
  if (person.replace === undefined) return undefined
  const replacing = { person, token: person.replace, now: clock.now() }
  return (await mayReplace(db, cipher, replacing)) ? replacing : undefined
}

/** Mails to owners of addresses in a day, all together: who applies names any address. */
const ownerMails = { name: 'owner_mails', points: 200, windowMs: 86_400_000 }

/** Milliseconds in which the same e-mail and phone are the same sender, whose answer was lost. */
const REPEAT_MS = 15 * 60_000

/** The owner of the address is told once that an application came in their name, with a link to send their own. */
async function mentionDuplicate(
  { db, cipher, clock, wakeWorker }: CareerDeps,
  person: CareerRequest,
): Promise<ApplicationOutcome> {
  const now = clock.now()
  const earlier = await earlierApplication(db, cipher, person)
  // Whoever lost the answer sends the same again, and needs no mail for it.
  if (earlier?.isBoth && now - earlier.createdAt < REPEAT_MS) return { outcome: 'duplicate' }
  const counting = await countUses({ db, cipher }, [{ rule: ownerMails, key: 'all' }], now)
  if (!counting.allowed) return { outcome: 'duplicate' }
  await db.transaction().execute(async (trx) => {
    const linkId = await insertLink(trx, cipher, { person, now })
    if (linkId !== undefined) await enqueue(trx, notifyOwner, [{ payload: { linkId }, now }])
  })
  wakeWorker()
  return { outcome: 'duplicate' }
}

/** Removes what was stored for nothing; what the storage does not remove now, the sweep does later. */
async function forget(deps: CareerDeps, documents: readonly StoredDocument[]): Promise<void> {
  const forgetOne = async ({ id }: StoredDocument) => {
    await deps.files.remove(id)
    await settleFiles(deps.db, [id])
  }
  await Promise.allSettled(documents.map(forgetOne))
}

type KeptDocuments = { ok: true; storedDocuments: StoredDocument[] } | { ok: false; errors: FieldError[] }

/** Looks at each paper and stores it; when one is refused, or storing fails, none is kept. */
async function keepDocuments(
  deps: CareerDeps,
  acquire: Acquire,
  documents: readonly ReceivedFile[],
): Promise<KeptDocuments> {
  const storedDocuments: StoredDocument[] = []
  const errors: FieldError[] = []
  try {
    for (const document of documents) {
      const { stored, error } = await acquire(() => keepDocument(deps, document))
      storedDocuments.push(...stored)
      errors.push(...error)
    }
  } catch (error) {
    await forget(deps, storedDocuments)
    throw error
  }
  if (errors.length === 0) return { ok: true, storedDocuments }
  await forget(deps, storedDocuments)
  return { ok: false, errors }
}

interface Looked {
  /** The paper as it is kept, or nothing. */
  stored: StoredDocument[]
  /** Why it is not kept, or nothing. */
  error: FieldError[]
}

async function keepDocument(deps: CareerDeps, received: ReceivedFile): Promise<Looked> {
  const field = received.field as DocumentField
  const checked = await deps.checker.check(await received.spooled.read(), received.kind)
  if (!checked.ok) return refused({ field, kind: received.kind }, checked.fault)
  const scan = await deps.scanner.scan(checked.bytes)
  if (scan === 'infected') return refused({ field, kind: received.kind }, 'infected')
  const id = newId()
  await announceFile(deps.db, { id, now: deps.clock.now() })
  await deps.files.put(id, await encryptBytes(deps.cipher, id, checked.bytes))
  const { name, kind } = received
  return { stored: [{ id, field, name, kind, size: checked.bytes.length, scan }], error: [] }
}

function refused(
  document: Parameters<typeof faultSentence>[0],
  fault: Parameters<typeof faultSentence>[1],
): Looked {
  return { stored: [], error: [{ field: document.field, message: faultSentence(document, fault) }] }
}
