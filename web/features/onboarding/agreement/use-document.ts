import { useCallback, useEffect, useState } from 'react'
import { agreementPageMessages } from '#contract/messages/agreements.ts'
import { agreementTextResponse, type AgreementText } from '#contract/schemas/agreements.ts'
import { getBytes, getJson, postJson } from '#web/lib/api.ts'
import type { AgreementAddresses } from './addresses.ts'
import { readPdf, type PdfDocument } from './pdf-document.ts'

export type Shown = { is: 'loading' } | { is: 'ready'; pdf: PdfDocument } | { is: 'failed' }

/** The agreement's pages, read once for all the addresses it may get while it is open. */
export function usePages(addresses: AgreementAddresses) {
  const [shown, setShown] = useState<Shown>({ is: 'loading' })
  const load = useCallback(async () => {
    setShown({ is: 'loading' })
    const found = await pages(addresses.open)
    setShown(found)
    if (found.is === 'ready') noteShown(addresses)
  }, [addresses.open])
  useEffect(() => void load(), [])
  useEffect(() => (shown.is === 'ready' ? shown.pdf.close : undefined), [shown])
  return { shown, reload: () => void load() }
}

/** That it was shown belongs to the evidence; the acceptance holds without it all the same. */
function noteShown({ shown }: AgreementAddresses): void {
  void postJson({ url: shown, body: {}, fallback: agreementPageMessages.notShown })
}

async function pages(url: string): Promise<Shown> {
  const answer = await getBytes({ url, fallback: agreementPageMessages.notShown })
  if (!answer.ok) return notShown(answer.cause)
  try {
    return { is: 'ready', pdf: await readPdf(answer.body) }
  } catch (error) {
    return notShown(error)
  }
}

function notShown(cause: unknown): Shown {
  console.error('The agreement could not be shown.', cause)
  return { is: 'failed' }
}

/** The agreement as text, asked for when somebody wants to read it so. */
export function useText(addresses: AgreementAddresses) {
  const [text, setText] = useState<AgreementText>()
  const [refusal, setRefusal] = useState<string>()
  async function load() {
    if (text) return
    setRefusal(undefined)
    const fallback = agreementPageMessages.notShown
    const answer = await getJson({ url: addresses.text, schema: agreementTextResponse, fallback })
    if (!answer.ok) return setRefusal(answer.message)
    setText(answer.body.data.text)
    noteShown(addresses)
  }
  return { text, refusal, load: () => void load() }
}
