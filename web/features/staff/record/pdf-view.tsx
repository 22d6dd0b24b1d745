import { useEffect, useState, type ComponentProps } from 'react'
import { recordWords } from '#contract/messages/staff-record.ts'
import { Loading } from '#web/features/staff/screen.tsx'
import { useNewest } from '#web/lib/async.ts'
import { readPdf, type PdfDocument, PdfPages } from '#web/ui/pdf.tsx'

interface PdfViewProps extends Pick<ComponentProps<typeof PdfPages>, 'name' | 'toolRoom'> {
  bytes: Uint8Array<ArrayBuffer>
}

/** A PDF drawn on canvas, with the reader that is loaded only now. */
export function PdfView({ bytes, ...shown }: PdfViewProps) {
  const [pdf, setPdf] = useState<PdfDocument | 'failed'>()
  const guard = useNewest()
  useEffect(() => {
    const signal = guard.begin()
    // The reader takes the bytes it is given to its own thread.
    readPdf(bytes.slice()).then(
      (read) => {
        signal.addEventListener('abort', read.close)
        if (signal.aborted) read.close()
        else setPdf(read)
      },
      () => setPdf('failed'),
    )
    return guard.end
  }, [bytes])
  if (pdf === 'failed') return <p role="alert">{recordWords.notShown}</p>
  if (!pdf) return <Loading />
  return <PdfPages pdf={pdf} {...shown} pageName={recordWords.pageOf} />
}
