import { useId, type ReactNode, useEffect, useRef, useState } from 'react'
import { fill } from '#contract/messages/sentences.ts'
import { agreementMessages, agreementPageMessages } from '#messages/agreements.ts'
import type { PersonRecord } from '#contract/schemas/registrations.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { Coming, Failed } from '#web/ui/load-state.tsx'
import { ErrorLine, Form } from '#web/ui/field.tsx'
import { AgreementHtml } from './agreement-html.tsx'
import { PdfPages, usePdf } from '#web/ui/pdf.tsx'
import { receiptOf } from '#contract/schemas/receipts.ts'
import { type AgreementText, agreementTextResponse } from '#contract/schemas/agreements.ts'
import { getBytes, getJson, postJson, sendForJson } from '#web/lib/api.ts'
import { openRecord } from '#web/features/onboarding/links/open-record.ts'
import { receiptMessages } from '#messages/forms.ts'
import { here } from '#web/lib/page.ts'
import { leaveReceipt } from '#web/ui/left-receipt.ts'
import { agreementParts, api, recordPages } from '#contract/paths.ts'
import { goHomeWith, type LeftToast, toast } from '#web/ui/toast.ts'
import { todayInIndia } from '#contract/dates.ts'
import { useOneAtATime } from '#web/lib/async.ts'

interface AgreementPanelProps {
  record: PersonRecord
  acceptance: ReturnType<typeof useAcceptance>
  /** Another way out, beside the button. */
  back?: ReactNode
}

/** An agreement to read, as pages and as text, and to accept. */
export function AgreementPanel({ record, acceptance, back }: AgreementPanelProps) {
  const addresses = agreementAddresses(useFreshAddress(record))
  return (
    <div className="grid max-w-[48rem] grid-cols-1 gap-5">
      <Viewer addresses={addresses} />
      <p className="flex flex-wrap gap-x-6 gap-y-1">
        <DocumentLink href={addresses.open}>{agreementPageMessages.open}</DocumentLink>
        <DocumentLink href={addresses.download}>{agreementPageMessages.download}</DocumentLink>
      </p>
      <AsText addresses={addresses} photo={record.profilePhoto} />
      <Acceptance name={record.name} acceptance={acceptance} back={back} />
    </div>
  )
}

function DocumentLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="link inline-block py-3 font-semibold">
      {children}
      <span className="sr-only"> {agreementPageMessages.theAgreement}</span>
    </a>
  )
}

function Viewer({ addresses }: { addresses: AgreementAddresses }) {
  // Read once, although its address is renewed while it is open.
  const { pdf, reload } = usePdf({
    of: 'agreement',
    bytes: () => pages(addresses.open),
    then: () => noteShown(addresses),
  })
  if (typeof pdf === 'object')
    return <PdfPages pdf={pdf} name={agreementPageMessages.document} pageName={pageName} />
  return (
    <div className="grid min-h-[500px] content-center justify-items-center gap-4 rounded-card border border-edge bg-panel p-6">
      {pdf === 'coming' ? (
        <Coming>{agreementPageMessages.loading}</Coming>
      ) : (
        <Failed
          sentence={agreementPageMessages.notShown}
          again={agreementPageMessages.again}
          onRetry={reload}
        />
      )}
    </div>
  )
}

function pageName(page: number, count: number): string {
  return fill(agreementPageMessages.pageOf, { page, count })
}

function AsText({ addresses, photo }: { addresses: AgreementAddresses; photo: string }) {
  const { text, refusal, load } = useText(addresses)
  return (
    <details
      className="rounded-card border border-line px-5 py-1"
      onToggle={({ currentTarget }) => currentTarget.open && load()}
    >
      <summary className="cursor-pointer py-3 font-semibold">{agreementPageMessages.asText}</summary>
      <div className="pb-5">
        {text && <AgreementHtml text={text} photo={photo} />}
        <div role="alert">{refusal && <ErrorLine>{refusal}</ErrorLine>}</div>
        {!text && !refusal && <Coming>{agreementPageMessages.loading}</Coming>}
      </div>
    </details>
  )
}

function Acceptance({ name, acceptance, back }: { name: string } & Omit<AgreementPanelProps, 'record'>) {
  const { accepted, setAccepted, busy, refusal, submit } = acceptance
  const id = useId()
  return (
    <Form submit={submit} className="grid grid-cols-1 justify-items-start gap-4 border-t border-line pt-5">
      <label className="flex min-h-12 cursor-pointer items-center gap-3 font-semibold">
        <input
          type="checkbox"
          checked={accepted}
          disabled={busy}
          onChange={({ currentTarget }) => setAccepted(currentTarget.checked)}
          aria-describedby={`${id}-name`}
          className="size-6 shrink-0 accent-accent"
        />
        {agreementMessages.accept}
      </label>
      <p id={`${id}-name`} className="text-quiet">
        {agreementPageMessages.signedAs} <span className="font-medium text-ink wrap-anywhere">{name}</span>
      </p>
      <div role="alert">{refusal && <ErrorLine>{refusal}</ErrorLine>}</div>
      {/* As wide as the form, since a box that fits its content ignores a button's least width. */}
      <div className="flex flex-wrap gap-3 justify-self-stretch">
        {back}
        <SubmitButton busy={busy} disabled={!accepted}>
          {agreementPageMessages.submit}
        </SubmitButton>
      </div>
      <p role="status" className="text-quiet">
        {busy && agreementPageMessages.signing}
      </p>
    </Form>
  )
}

/** Records for the evidence that it was shown; the acceptance is valid without that. */
function noteShown({ shown }: AgreementAddresses): void {
  void postJson({ url: shown, body: {}, fallback: agreementPageMessages.notShown })
}

async function pages(url: string): Promise<Uint8Array> {
  const answer = await getBytes({ url, fallback: agreementPageMessages.notShown })
  if (!answer.ok) throw answer.cause
  return answer.body
}

/** Loads the agreement as text when it is wanted. */
function useText(addresses: AgreementAddresses) {
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

/** An address opens for a quarter of an hour, and is renewed well before that. */
const RENEW_AFTER_MS = 10 * 60 * 1000
const LOOK_EVERY_MS = 30 * 1000

/** Renews the agreement's address while the page is visible, since reading may take longer than an address lasts. */
function useFreshAddress({ _id: id, agreement_url }: PersonRecord): string {
  const [address, setAddress] = useState(agreement_url)
  const renewedAt = useRef(0)
  useEffect(() => {
    renewedAt.current = Date.now()
    async function renew() {
      if (document.hidden || Date.now() - renewedAt.current < RENEW_AFTER_MS) return
      renewedAt.current = Date.now()
      const found = await openRecord(id)
      if (found.is === 'open') setAddress(found.record.agreement_url)
      // Tried again at the next check.
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

/** The addresses of one agreement, all opened by the same signature. */
export interface AgreementAddresses {
  open: string
  download: string
  text: string
  shown: string
}

/** The server names its own host, which may differ from this page's, so only the path counts. */
function agreementAddresses(url: string): AgreementAddresses {
  const { pathname, search } = new URL(url, location.href)
  return {
    open: pathname + search,
    download: `${pathname}${search}&download=1`,
    text: pathname + agreementParts.text + search,
    shown: pathname + agreementParts.shown + search,
  }
}

/** The server makes, signs and stores the document before it answers. */
const TIMEOUT_MS = 45_000

interface Ends {
  /** The toast on the home page. */
  done: LeftToast
  /** The title of the toast after a failure. */
  failed: string
  /** The session has ended, and the link must be confirmed before the agreement is accepted (LINK_STEP_UP). */
  onLocked(): void
}

/** The acceptance of a record's agreement: the checkbox and the request. */
export function useAcceptance(record: PersonRecord, { done, failed, onLocked }: Ends) {
  const [accepted, setAccepted] = useState(false)
  const { busy, run } = useOneAtATime()
  const [refusal, setRefusal] = useState<string>()
  // An attempt without an answer may have succeeded.
  const isUnsure = useRef(false)

  async function accept() {
    const answer = await sendForJson({
      schema: receiptOf,
      url: api.generateAgreement,
      body: payload(record),
      fallback: agreementPageMessages.unanswered,
      timeoutMs: TIMEOUT_MS,
    })
    if (answer.ok) {
      const { reference, next } = answer.body
      leaveReceipt({
        reference: reference && fill(receiptMessages.reference, { reference }),
        next,
        page: here(recordPages.own) + record._id,
        pageWords: receiptMessages.page,
      })
      return goHomeWith(done)
    }
    const { code, reason } = answer.cause
    if (code === 'already_there') {
      return goHomeWith(isUnsure.current ? done : { type: 'error', message: agreementMessages.alreadySigned })
    }
    console.error('The agreement was not accepted.', answer.cause)
    if (code === 'unverified') return onLocked()
    isUnsure.current ||= reason !== 'refused'
    setRefusal(answer.message)
    toast.error(failed, { isSaidBeside: true })
  }

  function submit() {
    setRefusal(accepted ? undefined : agreementMessages.acceptance.required)
    return accepted ? run(accept) : undefined
  }
  return { accepted, setAccepted, busy, refusal, submit: () => void submit() }
}

/** The payload of the specification's section 3; of it the server reads only the id and the name. */
function payload(record: PersonRecord) {
  const { bankDetails } = record.mandate_id
  return {
    id: record._id,
    name: record.name,
    email: record.email,
    phone: record.phone,
    dob: record.dob,
    address: record.address.address_line,
    city: record.address.city,
    state: record.address.state,
    pincode: record.address.pincode,
    aadhaar_no: record.aadhaar_no,
    profile_photo: record.profilePhoto,
    date: todayInIndia(),
    accountName: bankDetails.accountHolderName,
    accountNo: bankDetails.accountNumber,
    ifscCode: bankDetails.ifscCode,
    signName: record.name,
  }
}
