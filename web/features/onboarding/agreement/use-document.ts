import { useEffect, useRef, useState } from 'react'
import { agreementPageMessages } from '#messages/agreements.ts'
import { type AgreementText, agreementTextResponse } from '#contract/schemas/agreements.ts'
import { getBytes, getJson, postJson } from '#web/lib/api.ts'
import type { PersonRecord } from '#contract/schemas/registrations.ts'
import { type PdfDocument, readPdf } from '#web/ui/pdf-document.ts'
import { openRecord } from '#web/features/onboarding/links/open-record.ts'
import { agreementParts } from '#contract/paths.ts'

export type Shown = { is: 'loading' } | { is: 'ready'; pdf: PdfDocument } | { is: 'failed' }

/** The agreement's pages, read once for all the addresses it may get while it is open. */
export function usePages(addresses: AgreementAddresses) {
  const [shown, setShown] = useState<Shown>({ is: 'loading' })
  const isLeft = useRef(false)
  async function load() {
    setShown({ is: 'loading' })
    const found = await pages(addresses.open)
    if (found.is !== 'ready') return setShown(found)
    // Nobody has seen one that comes too late.
    if (isLeft.current) return found.pdf.close()
    setShown(found)
    noteShown(addresses)
  }
  useEffect(() => {
    isLeft.current = false
    void load()
    return () => void (isLeft.current = true)
  }, [])
  useEffect(() => (shown.is === 'ready' ? shown.pdf.close : undefined), [shown])
  return { shown, reload: load }
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

/** An address opens for a quarter of an hour; it is renewed well before. */
const RENEW_AFTER_MS = 10 * 60 * 1000
const LOOK_EVERY_MS = 30 * 1000

/** The agreement's address, renewed while the page is looked at, since reading may take longer than an address lasts. */
export function useFreshAddress({ _id: id, agreement_url }: PersonRecord): string {
  const [address, setAddress] = useState(agreement_url)
  const renewedAt = useRef(0)
  useEffect(() => {
    renewedAt.current = Date.now()
    async function renew() {
      if (document.hidden || Date.now() - renewedAt.current < RENEW_AFTER_MS) return
      renewedAt.current = Date.now()
      const found = await openRecord(id)
      if (found.is === 'open') setAddress(found.record.agreement_url)
      // At the next look.
      else if (found.is === 'unreached') renewedAt.current = 0
    }
    const look = () => void renew()
    const looking = setInterval(look, LOOK_EVERY_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(looking)
      document.removeEventListener('visibilitychange', look)
    }
  }, [id])
  return address
}

/** The addresses of one agreement, all of them open by what its own carries. */
export interface AgreementAddresses {
  open: string
  download: string
  text: string
  shown: string
}

/** The server names its own host, which need not be the one this page was asked from; only the path counts. */
export function agreementAddresses(url: string): AgreementAddresses {
  const { pathname, search } = new URL(url, location.href)
  return {
    open: pathname + search,
    download: `${pathname}${search}&download=1`,
    text: pathname + agreementParts.text + search,
    shown: pathname + agreementParts.shown + search,
  }
}
