import { type FileHandle, open, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type FileKind, fileKinds } from '#contract/schemas/documents.ts'
import { counted } from '#contract/messages/languages.ts'
import { findApplication, type StoredDocument } from '#server/features/careers/store.ts'
import { namedRows } from '#server/features/privacy/person-store.ts'
import { decryptFile } from '#server/platform/crypto/file-cipher.ts'
import { makeFolder } from '#server/platform/whole-file.ts'
import { argumentOf } from '#ops/args.ts'
import { audit, type Command, OpsError, UsageError } from '#ops/command.ts'
import { type OpsDeps, withDatabase } from '#ops/database.ts'
import { tabbed } from '#ops/output.ts'

const help = `Decrypts an application's documents into a folder.

Usage: npm run -s ops -- files APPLICATION_ID --to DIR

  APPLICATION_ID  the reference in the e-mail, or the id in export applications
  --to DIR        the folder, created if it is missing; existing files are not overwritten

Each document is named by its kind (resume.pdf) and readable only by you. Standard output has one line per document:
field, the visitor's file name, scan state and path, separated by tabs. The audit log records it.
`

export const filesCommand: Command = {
  summary: "writes an application's documents into a folder",
  help,
  async run(args) {
    const { argument: name, values } = argumentOf('files', args, {
      what: 'the id of one application',
      options: { to: { type: 'string' } },
    })
    if (values.to === undefined) throw new UsageError('files needs --to DIR, the folder to write into')
    const folder = resolve(values.to)
    await withDatabase(async (deps) => {
      const [id] = await namedRows(deps.db, 'applications', name)
      const application = id === undefined ? undefined : await findApplication(deps.db, deps.cipher, id)
      if (!application) throw new OpsError(`No application has the id ${name}`)
      makeTarget(folder)
      const documents = application.documents.length
      await audit(deps, { action: 'files', reference: application.id, detail: { documents } })
      for (const document of application.documents) await writeDocument(deps, document, folder)
      process.stderr.write(`${counted(documents, 'document')} written to ${folder}\n`)
    })
  },
}

function makeTarget(folder: string): void {
  try {
    makeFolder(folder)
  } catch (error) {
    throw new OpsError(`${folder} cannot be made (${(error as NodeJS.ErrnoException).code})`)
  }
}

async function writeDocument(deps: OpsDeps, document: StoredDocument, folder: string): Promise<void> {
  const ending = fileKinds[document.kind as FileKind].endings[0]
  const path = join(folder, `${document.field}.${ending}`)
  const encrypted = await deps.files.get(document.id)
  if (!encrypted) throw new OpsError(`The storage has no file for ${document.field} of this application`)
  const file = await openNew(path)
  try {
    for await (const piece of decryptFile(deps.cipher, document.id, encrypted)) await file.writeFile(piece)
  } catch (error) {
    // Half a document would pass for a whole one.
    await rm(path, { force: true })
    const { syscall, code } = error as NodeJS.ErrnoException
    throw syscall === 'write' ? new OpsError(`${path} cannot be written (${code})`) : error
  } finally {
    await file.close()
  }
  const { field, name, scan } = document
  process.stdout.write(tabbed([field, name, scan, path]))
}

async function openNew(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new OpsError(code === 'EEXIST' ? `${path} already exists` : `${path} cannot be written (${code})`)
  }
}
