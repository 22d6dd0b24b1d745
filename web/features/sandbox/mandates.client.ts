import { sandboxMessages } from '#contract/messages/sandbox.ts'
import { sandbox } from '#contract/paths.ts'
import {
  type SandboxMandate,
  sandboxMandatesResponse,
  settleResponse,
  switchesCookie,
} from '#contract/schemas/sandbox.ts'
import { getJson, sendForJson } from '#web/lib/api.ts'
import { oneAtATime } from '#web/lib/async.ts'
import { ANSWER_LIMIT_MS, keepFresh, MOST, part, statusLine, timeInIndia } from './page-parts.ts'
import { sandboxPage } from '#web/content/sandbox.ts'

/** The bank tells the site before it answers, and the site may have much to do. */
const SETTLE_LIMIT_MS = 15_000

function ask() {
  return getJson({
    url: sandbox.mandates,
    schema: sandboxMandatesResponse,
    fallback: sandboxMessages.unanswered,
    timeoutMs: ANSWER_LIMIT_MS,
  })
}

function postDecision(transactionId: string, status: string) {
  return sendForJson({
    url: `${sandbox.mandates}/${transactionId}/settle`,
    body: { status },
    schema: settleResponse,
    fallback: sandboxMessages.unanswered,
    timeoutMs: SETTLE_LIMIT_MS,
  })
}

/** With a real gateway there is no bank here. */
function removeSection(root: HTMLElement): void {
  root.remove()
  document.querySelector("[data-part='to-mandates']")?.remove()
}

function wireMandates(root: HTMLElement): void {
  const say = statusLine(part(root, 'said'))
  const show = mandateList(part(root, 'mandate-list'), part(root, 'mandate'), settle)
  const asking = { current: false }
  let isUnread = true

  async function settle(transactionId: string, status: string): Promise<void> {
    const answer = await postDecision(transactionId, status)
    say(answer.ok ? answer.body.message : answer.message, !answer.ok)
    await refresh()
  }

  function showAll(mandates: SandboxMandate[]): void {
    part(root, 'no-mandates').hidden = mandates.length > 0
    show(mandates.slice(0, MOST))
    // What was said of a decision stays to be read.
    if (isUnread) say('')
    isUnread = false
  }

  function showNone(words: string): void {
    isUnread = true
    say(words, true)
  }

  const refresh = keepFresh(root, () =>
    oneAtATime(asking, async () => {
      const answer = await ask()
      if (answer.ok) showAll(answer.body.mandates)
      else if (answer.cause.status === 404) removeSection(root)
      else showNone(answer.message)
    }),
  )
}

document.querySelectorAll<HTMLElement>('[data-mandates]').forEach(wireMandates)

const { statuses } = sandboxPage.mandates
const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  minimumFractionDigits: 0,
})

/** The bank's decision on one mandate. */
type Settle = (transactionId: string, status: string) => Promise<void>

function itemOf(mandate: SandboxMandate, template: HTMLTemplateElement, settle: Settle): HTMLElement {
  const copy = document.importNode(template.content, true)
  const { accountName, accountNo, ifscCode, maxAmount, transactionId, at } = mandate
  part(copy, 'account').textContent = `${accountNo} of ${accountName}, ${ifscCode}`
  part(copy, 'most').textContent = rupees.format(Number(maxAmount))
  part(copy, 'transaction').textContent = transactionId
  const time = part<HTMLTimeElement>(copy, 'at')
  time.dateTime = at
  time.textContent = timeInIndia(new Date(at))
  const item = copy.firstElementChild
  if (!(item instanceof HTMLElement)) throw new Error('The mandate template is empty')
  for (const button of item.querySelectorAll<HTMLElement>('[data-settle]')) {
    button.addEventListener('click', () => void settle(transactionId, button.dataset['settle'] ?? ''))
  }
  return item
}

/** Says how a mandate stands; one that is decided loses its buttons, and the focus that was on them stays in its place. */
function draw(item: HTMLElement, { status, reason, pending }: SandboxMandate): void {
  const line = part(item, 'status')
  const words = statuses[status]
  if (line.textContent !== words) line.textContent = words
  const why = part(item, 'reason')
  why.textContent = reason
  why.hidden = reason === ''
  const buttons = part(item, 'settle')
  if (!pending && buttons.contains(document.activeElement)) line.focus()
  buttons.hidden = !pending
}

/** Shows mandates in a list, newest first, one item for each; an item that stays is changed in its place. */
function mandateList(list: HTMLElement, template: HTMLTemplateElement, settle: Settle) {
  const items = new Map<string, HTMLElement>()
  return function show(mandates: SandboxMandate[]): void {
    // From the end on, so that each goes before the one that is in its place already.
    let next: HTMLElement | null = null
    for (const mandate of [...mandates].reverse()) {
      const item: HTMLElement = items.get(mandate.transactionId) ?? itemOf(mandate, template, settle)
      items.set(mandate.transactionId, item)
      draw(item, mandate)
      if (item.nextElementSibling !== next || item.parentElement !== list) list.insertBefore(item, next)
      next = item
    }
  }
}

/** Keeps what is ticked in a cookie, which the simulator reads. */
function wireSwitches(root: HTMLElement): void {
  const boxes = [...root.querySelectorAll<HTMLInputElement>('input')]
  const kept = document.cookie.split('; ').find((one) => one.startsWith(`${switchesCookie}=`)) ?? ''
  const on = kept.slice(switchesCookie.length + 1).split('.')
  for (const box of boxes) box.checked = on.includes(box.name)
  root.addEventListener('change', () => {
    const names = boxes.filter(({ checked }) => checked).map(({ name }) => name)
    // Of the sandbox's folder alone, in which the gateway's script lies.
    document.cookie = `${switchesCookie}=${names.join('.')}; path=/sandbox; samesite=lax`
  })
}

document.querySelectorAll<HTMLElement>('[data-switches]').forEach(wireSwitches)
