import type { SandboxMandate } from '#contract/schemas/sandbox.ts'
import { sandboxPage } from '#web/content/sandbox.ts'
import { part, timeInIndia } from './message-list.ts'

const { statuses } = sandboxPage.mandates
const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  minimumFractionDigits: 0,
})

/** The bank's decision on one mandate. */
export type Settle = (transactionId: string, status: string) => Promise<void>

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
export function mandateList(list: HTMLElement, template: HTMLTemplateElement, settle: Settle) {
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
