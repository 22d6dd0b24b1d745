import type { FileFault } from '#server/platform/uploads/file-checks/refused.ts'
import { type BadFile, readArchive } from './bad-file.ts'
import { buildPdf } from './pdf.ts'

/** Every file that must be refused; each has a name of its own. */
export const badFiles: readonly BadFile[] = [
  ...(await readArchive())
    .filter(({ folder }) => folder !== 'good')
    .map(({ folder, ...file }) => ({ ...file, fault: folder as FileFault })),
  {
    ...{ name: 'pdf: 80,000 pages', kind: 'pdf', fault: 'damaged' },
    bytes: () => buildPdf({ more: Array<string>(80_000).fill('<< /Type /Page >>') }),
  },
]
