import type { FileFault } from '#server/platform/uploads/file-checks/refused.ts'
import { type BadFile, type GoodFile, readArchive } from './bad-file.ts'
import { buildPdf } from './pdf.ts'

const archive = await readArchive()
function filesIn(wanted: string) {
  return archive.filter(({ folder }) => folder === wanted)
}

/** Accepted files with active content. */
export const markedFiles: readonly GoodFile[] = [
  ...filesIn('marked'),
  {
    ...{ name: 'pdf: 80,000 pages', kind: 'pdf' },
    bytes: () => buildPdf({ more: Array<string>(80_000).fill('<< /Type /Page >>') }),
  },
]
/** Accepted files without active content that no ordinary program writes. */
export const oddFiles: readonly GoodFile[] = filesIn('odd')
/** Files that must be refused, each with a unique name. */
export const badFiles: readonly BadFile[] = archive
  .filter(({ folder }) => !['good', 'marked', 'odd'].includes(folder))
  .map(({ folder, ...file }) => ({ ...file, fault: folder as FileFault }))
