import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { sandboxMessages } from '#contract/messages/sandbox.ts'
import { pages, sandbox } from '#contract/paths.ts'
import {
  type SandboxMandate,
  sandboxMandatesResponse,
  settleResponse,
  switchesCookie,
} from '#contract/schemas/sandbox.ts'
import { sandboxPage } from '#web/content/sandbox.ts'
import { getJson, sendForJson } from '#web/lib/api.ts'
import { ANSWER_LIMIT_MS, Empty, MOST, type Said, timeInIndia, useFresh } from './page-parts.tsx'

const { heading, lead, reading, empty, fields, buttons, statuses } = sandboxPage.mandates
const { switches } = sandboxPage
const fallback = sandboxMessages.unanswered
/** The bank tells the site before it answers, and the site may have much to do. */
const SETTLE_LIMIT_MS = 15_000

/** What the bank of the sandbox keeps of mandates; with a real gateway there is no bank here, which `onGone` is told. */
export function Mandates({ onGone }: { onGone(): void }) {
  const [mandates, setMandates] = useState<SandboxMandate[]>()
  const [said, setSaid] = useState<Said>({ words: reading })
  const isUnread = useRef(true)
  const refresh = useFresh({
    ask: () =>
      getJson({
        url: sandbox.mandates,
        schema: sandboxMandatesResponse,
        fallback,
        timeoutMs: ANSWER_LIMIT_MS,
      }),
    take(answer) {
      if (!answer.ok && answer.cause.status === 404) return onGone()
      if (answer.ok) setMandates(answer.body.mandates)
      // What was said of a decision stays to be read.
      if (!answer.ok) setSaid({ words: answer.message, fault: true })
      else if (isUnread.current) setSaid({ words: '' })
      isUnread.current = !answer.ok
    },
  })
  async function settle(transactionId: string, status: string) {
    const answer = await sendForJson({
      url: `${sandbox.mandates}/${transactionId}/settle`,
      body: { status },
      schema: settleResponse,
      fallback,
      timeoutMs: SETTLE_LIMIT_MS,
    })
    setSaid({ words: answer.ok ? answer.body.message : answer.message, fault: !answer.ok })
    await refresh()
  }
  return (
    <section aria-labelledby="mandates" className="sandbox-part">
      <h2 className="text-title" id="mandates">
        {heading}
      </h2>
      <p className="mt-2 max-w-[40rem] text-quiet">{lead}</p>
      <p className="outbox-status" aria-live="polite" data-fault={said.fault || undefined}>
        {said.words}
      </p>
      {mandates?.length === 0 && <Empty {...empty} href={pages.register} />}
      <ol className="outbox-list" aria-labelledby="mandates">
        {mandates?.slice(0, MOST).map((mandate) => (
          <Mandate key={mandate.transactionId} mandate={mandate} settle={settle} />
        ))}
      </ol>
      <Switches />
    </section>
  )
}

const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  minimumFractionDigits: 0,
})

interface MandateProps {
  mandate: SandboxMandate
  settle(transactionId: string, status: string): Promise<void>
}

/** How a mandate stands; once it is decided it loses its buttons, and the focus that was on them stays in its place. */
function Mandate({ mandate, settle }: MandateProps) {
  const { transactionId, accountNo, accountName, ifscCode, maxAmount, at, status, reason, pending } = mandate
  const line = useRef<HTMLParagraphElement>(null)
  const choices = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!pending && choices.current?.contains(document.activeElement)) line.current?.focus()
  }, [pending])
  const facts = [
    [fields.account, `${accountNo} of ${accountName}, ${ifscCode}`],
    [fields.most, rupees.format(Number(maxAmount))],
  ]
  return (
    <li className="mandate">
      <p ref={line} className="mandate-status" tabIndex={-1}>
        {statuses[status]}
      </p>
      {reason && <p>{reason}</p>}
      <dl className="mandate-fields">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{fields.transaction}</dt>
          <dd>
            {transactionId}, <time dateTime={at}>{timeInIndia(new Date(at))}</time>
          </dd>
        </div>
      </dl>
      <div
        ref={choices}
        className="mandate-buttons"
        role="group"
        aria-label={buttons.group}
        hidden={!pending}
      >
        {(
          [
            ['Success', buttons.success],
            ['Failed', buttons.failed],
          ] as const
        ).map(([decision, words]) => (
          <button
            key={decision}
            type="button"
            className="button button-quiet"
            onClick={() => void settle(transactionId, decision)}
          >
            {words}
          </button>
        ))}
      </div>
    </li>
  )
}

const names = Object.keys(switches.words) as (keyof typeof switches.words)[]

/** What is ticked is kept in a cookie, which the simulator reads. */
function Switches() {
  const [on, setOn] = useState<string[]>([])
  useEffect(() => {
    const kept = document.cookie.split('; ').find((one) => one.startsWith(`${switchesCookie}=`)) ?? ''
    setOn(kept.slice(switchesCookie.length + 1).split('.'))
  }, [])
  function tick(name: string, isOn: boolean) {
    const ticked = names.filter((one) => (one === name ? isOn : on.includes(one)))
    setOn(ticked)
    // Of the sandbox's folder alone, in which the gateway's script lies.
    document.cookie = `${switchesCookie}=${ticked.join('.')}; path=/sandbox; samesite=lax`
  }
  return (
    <fieldset className="mt-8">
      <legend className="text-lead font-semibold">{switches.heading}</legend>
      <p className="mt-2 max-w-[40rem] text-quiet">{switches.lead}</p>
      {names.map((name) => (
        <label key={name} className="flex min-h-12 items-center gap-3">
          <input
            type="checkbox"
            className="size-6 shrink-0 accent-accent"
            checked={on.includes(name)}
            onChange={({ currentTarget }) => tick(name, currentTarget.checked)}
          />
          {switches.words[name]}
        </label>
      ))}
    </fieldset>
  )
}
