import { useId, type ReactNode, type SyntheticEvent } from 'react'
import { fill } from '#contract/messages/sentences.ts'
import { agreementMessages, agreementPageMessages } from '#messages/agreements.ts'
import type { PersonRecord } from '#contract/schemas/registrations.ts'
import {
  agreementAddresses,
  type AgreementAddresses,
  useFreshAddress,
  usePages,
  useText,
} from './use-document.ts'
import type { useAcceptance } from './use-acceptance.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { Coming, Failed } from '#web/ui/load-state.tsx'
import { ErrorLine } from '#web/ui/field.tsx'
import { AgreementHtml } from './agreement-html.tsx'
import { PdfPages } from '#web/ui/pdf-pages.tsx'

interface AgreementPanelProps {
  record: PersonRecord
  acceptance: ReturnType<typeof useAcceptance>
  /** Another way out, beside the button. */
  back?: ReactNode
}

/** An agreement to be read, as pages and as text, and to be accepted. */
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
  const { shown, reload } = usePages(addresses)
  if (shown.is === 'ready')
    return <PdfPages pdf={shown.pdf} name={agreementPageMessages.document} pageName={pageName} />
  return (
    <div className="grid min-h-[500px] content-center justify-items-center gap-4 rounded-card border border-edge bg-panel p-6">
      {shown.is === 'loading' ? (
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
  function send(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    submit()
  }
  return (
    <form
      noValidate
      onSubmit={send}
      className="grid grid-cols-1 justify-items-start gap-4 border-t border-line pt-5"
    >
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
      {/* As wide as the form: a button's least width counts for nothing in a box that fits its content. */}
      <div className="flex flex-wrap gap-3 justify-self-stretch">
        {back}
        <SubmitButton busy={busy} disabled={!accepted}>
          {agreementPageMessages.submit}
        </SubmitButton>
      </div>
      <p role="status" className="text-quiet">
        {busy && agreementPageMessages.signing}
      </p>
    </form>
  )
}
