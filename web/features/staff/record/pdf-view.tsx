import type { ComponentProps } from 'react'
import { recordWords } from './words.ts'
import { Loading } from '#web/features/staff/screen.tsx'
import { PdfPages, usePdf } from '#web/ui/pdf.tsx'

interface PdfViewProps extends Pick<ComponentProps<typeof PdfPages>, 'name' | 'toolRoom'> {
  bytes: Uint8Array<ArrayBuffer>
}

/** A PDF drawn on canvas, with a viewer that is loaded on demand. */
export function PdfView({ bytes, ...shown }: PdfViewProps) {
  // The viewer moves the bytes that it is given to its own thread.
  const { pdf } = usePdf({ of: bytes, bytes: async () => bytes.slice() })
  if (pdf === 'failed') return <p role="alert">{recordWords.notShown}</p>
  if (pdf === 'coming') return <Loading />
  return <PdfPages pdf={pdf} {...shown} pageName={recordWords.pageOf} />
}
