import { type ReactNode, useEffect, useId, useState } from 'react'
import { debitPeriod } from '#contract/dates.ts'
import { inRupees, inWords } from '#contract/messages/languages.ts'
import { fill } from '#contract/messages/sentences.ts'
import { type BankDetails, maskAccount } from '#contract/schemas/mandates.ts'
import { amountMessages, beforeLeaving } from '#messages/mandates.ts'
import { agencyName, language } from '#web/lib/page.ts'
import { Failed } from '#web/ui/load-state.tsx'
import type { MaxAmount } from './use-mandate.ts'

interface BeforeLeavingProps {
  /** Known once all three fields are right. */
  details: BankDetails | undefined
  bank: string | undefined
  amount: MaxAmount
  /** The label of the button that opens the bank. */
  submit: string
}

/** The mandate in plain words: what the person is about to agree to at the bank. */
export function BeforeLeaving({ details, bank, amount, submit }: BeforeLeavingProps) {
  const id = useId()
  const [payee, setPayee] = useState('')
  useEffect(() => setPayee(agencyName()), [])
  const { start, end } = debitPeriod()
  const maximum = amount.amount ? eachUpTo(amount.amount) : <NoAmount amount={amount} />
  const rows: TermRow[] = [
    [beforeLeaving.payee, payee],
    ...(details ? [[beforeLeaving.account, accountOf(details, bank)] satisfies TermRow] : []),
    [beforeLeaving.maximum, maximum],
    [beforeLeaving.when, beforeLeaving.asAndWhen],
    [beforeLeaving.from, inWords(start, language)],
    [beforeLeaving.until, inWords(end, language)],
    [beforeLeaving.today, beforeLeaving.test],
    [beforeLeaving.cancel, beforeLeaving.howToCancel],
  ]
  return (
    <section
      aria-labelledby={id}
      className="rounded-card border border-line bg-panel p-[min(1.25rem,6vw)] sm:p-6"
    >
      <h3 id={id} className="text-subhead">
        {beforeLeaving.heading}
      </h3>
      <p className="mt-2 text-quiet">{beforeLeaving.lead}</p>
      <TermRows rows={rows} />
      <p className="mt-3">
        <strong>{submit}</strong> {beforeLeaving.next}
      </p>
    </section>
  )
}

type TermRow = readonly [name: string, value: ReactNode]

export function TermRows({ rows }: { rows: readonly TermRow[] }) {
  return (
    <dl className="mt-4">
      {rows.map(([name, value]) => (
        <div
          key={name}
          className="grid gap-x-5 border-t border-line py-2.5 sm:grid-cols-[10rem_minmax(0,1fr)]"
        >
          <dt className="text-quiet">{name}</dt>
          <dd className="font-medium digits wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns the most that one debit may take. */
export function eachUpTo(amount: string): string {
  return fill(beforeLeaving.each, { amount: inRupees(amount, language) })
}

function accountOf({ accountNo, ifscCode }: BankDetails, bank: string | undefined): string {
  return `${maskAccount(accountNo)}, ${bank ?? ifscCode}`
}

function NoAmount({ amount: { problem, ask } }: { amount: MaxAmount }) {
  if (!problem) return <span className="text-quiet">{amountMessages.asking}</span>
  return <Failed sentence={problem} again={amountMessages.tryAgain} onRetry={ask} />
}
