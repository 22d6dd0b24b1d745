import { type ReactNode, useState } from 'react'
import { recordWords } from './words.ts'
import type { RecordContact, RecordDetail } from '#contract/schemas/staff-records.ts'
import { problemOf, useSend } from '#web/features/staff/calls.ts'
import type { NamedRecord } from '#web/features/staff/records.ts'
import { Panel, Problem, Said } from '#web/features/staff/screen.tsx'
import { useMay } from '#web/features/staff/session.ts'
import { ActionButton } from '#web/ui/button.tsx'

/** The facts, masked until a press shows them; leaving the record masks them again. */
export function Facts({ record }: { record: NamedRecord }) {
  const may = useMay('records.contact')
  const [contact, setContact] = useState<RecordContact>()
  const { kind, reference } = record
  const show = useSend('records.contact', setContact)
  return (
    <Panel
      title={recordWords.facts}
      actions={
        may &&
        !contact && (
          <ActionButton busy={show.busy} onClick={() => show.send({ params: { kind, reference } })}>
            {recordWords.showContact}
          </ActionButton>
        )
      }
    >
      <p role="status" className="text-quiet">
        {contact && recordWords.shownContact}
      </p>
      <Problem>{show.problem}</Problem>
      <Contact shown={contact} masked={record} />
      <FactList facts={contact?.facts ?? record.facts} />
    </Panel>
  )
}

/** Returns a mail link in which nothing that the sender chose acts as part of the link, such as a copy to others. */
function mailTo(email: string, subject: string): string {
  return `mailto:${email.split('@').map(encodeURIComponent).join('@')}?subject=${subject}`
}

/** Returns the address that calls an Indian number. */
export function telephone(phone: string): string {
  return `tel:+91${phone}`
}

/** How to reach the person: masked, or with a link for each way. */
function Contact({ shown, masked }: { shown: RecordContact | undefined; masked: NamedRecord }) {
  const { email, phone } = shown ?? masked
  return (
    <dl className={facts}>
      {email && (
        <Fact label={recordWords.email} value={email}>
          {shown && (
            <a href={mailTo(email, masked.reference)} className="link">
              {email}
            </a>
          )}
        </Fact>
      )}
      {phone && (
        <Fact label={recordWords.phone} value={phone}>
          {shown && (
            <span className="flex flex-wrap gap-x-4">
              <a href={telephone(phone)} className="link">
                {phone}
              </a>
              <a href={`https://wa.me/91${phone}`} target="_blank" rel="noreferrer" className="link">
                {recordWords.whatsApp}
              </a>
            </span>
          )}
        </Fact>
      )}
    </dl>
  )
}

/** What the person asks for, which is shown first. */
export function Asked({ record: { kind, asked } }: { record: NamedRecord }) {
  if (asked.length === 0) return null
  return (
    <Panel title={recordWords.wanted[kind]}>
      {kind === 'enquiries' ? (
        asked.map(({ label, value }) => (
          <p key={label} className="wrap-anywhere whitespace-pre-line">
            {value}
          </p>
        ))
      ) : (
        <FactList facts={asked} />
      )}
    </Panel>
  )
}

/** Characters from which a value gets a line of its own. */
const LONG = 40
const facts = 'fill-[13rem] gap-x-6 gap-y-3'

interface FactProps {
  label: string
  value: string
  /** Shown instead of the value. */
  children?: ReactNode
}

function Fact({ label, value, children }: FactProps) {
  return (
    <div className={value.length > LONG ? 'col-span-full' : ''}>
      <dt className="text-label text-quiet">{label}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{children || value || '–'}</dd>
    </div>
  )
}

function FactList({ facts: shown }: Pick<RecordDetail, 'facts'>) {
  return (
    <dl className={facts}>
      {shown.map((fact) => (
        <Fact key={fact.label} {...fact} />
      ))}
    </dl>
  )
}

/** The bank's gateway takes longer than our own answers. */
const timeoutMs = 60_000

/** Actions for executives only: the link again, the bank's answer, and for owners the bank details. */
export function ExecutiveActions({ reference }: { reference: string }) {
  const [mayLink, mayAsk] = [useMay('records.link'), useMay('mandates.refresh')]
  const mayBank = useMay('records.bank')
  const [said, setSaid] = useState('')
  const link = useSend('records.link', () => setSaid(recordWords.linkSent))
  const mandate = useSend('mandates.refresh', () => setSaid(recordWords.mandateAsked), { timeoutMs })
  const [shown, setShown] = useState<RecordDetail['facts']>()
  const bank = useSend('records.bank', (answer) => setShown(answer.facts))
  const params = { reference }
  function press(send: () => void) {
    setSaid('')
    send()
  }
  if (!mayLink && !mayAsk && !mayBank) return null
  return (
    <Panel title={recordWords.actions}>
      <div className="flex flex-wrap items-center gap-2">
        {mayLink && (
          <ActionButton busy={link.busy} onClick={() => press(() => link.send({ params }))}>
            {recordWords.link}
          </ActionButton>
        )}
        {mayAsk && (
          <ActionButton busy={mandate.busy} onClick={() => press(() => mandate.send({ params }))}>
            {recordWords.mandate}
          </ActionButton>
        )}
        {mayBank && !shown && (
          <ActionButton
            busy={bank.busy}
            onClick={() => press(() => bank.send({ params: { kind: 'executives', reference } }))}
          >
            {recordWords.bank}
          </ActionButton>
        )}
      </div>
      {mayLink && <p className="text-small text-quiet">{recordWords.linkHint}</p>}
      <Said>{said}</Said>
      <Problem>{problemOf(link, mandate, bank)}</Problem>
      {shown && <FactList facts={shown} />}
    </Panel>
  )
}
