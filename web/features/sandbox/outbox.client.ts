import { sandboxMessages } from '#contract/messages/sandbox.ts'
import { sandbox } from '#contract/paths.ts'
import { type SandboxMessage, sandboxMessagesResponse } from '#contract/schemas/sandbox.ts'
import { getJson } from '#web/lib/api.ts'
import { messageList, part, timeInIndia } from './message-list.ts'

const REFRESH_MS = 2000
const ANSWER_LIMIT_MS = 5000
/** The most that are shown; the server has the others. */
const MOST = 100

function askFor(to: string) {
  const query = new URLSearchParams({ limit: String(MOST), ...(to === '' ? {} : { to }) })
  return getJson({
    url: `${sandbox.messages}?${query.toString()}`,
    schema: sandboxMessagesResponse,
    fallback: sandboxMessages.unanswered,
    timeoutMs: ANSWER_LIMIT_MS,
  })
}

function countInWords(count: number): string {
  if (count >= MOST) return `The newest ${MOST} messages, newest first.`
  return count === 1 ? '1 message.' : `${count} messages, newest first.`
}

/** The choice of a recipient, kept in the page's address so that it can be linked and reloaded. */
function recipientChoice(select: HTMLSelectElement, changed: () => void) {
  const offer = (recipient: string) => {
    const known = [...select.options].some(({ value }) => value === recipient)
    if (!known) select.add(new Option(recipient, recipient))
  }
  const linked = new URLSearchParams(location.search).get('to') ?? ''
  offer(linked)
  select.value = linked
  select.addEventListener('change', () => {
    const query = new URLSearchParams(select.value === '' ? {} : { to: select.value }).toString()
    history.replaceState(null, '', query === '' ? location.pathname : `?${query}`)
    changed()
  })
  return { offer, chosen: () => select.value }
}

/** Says words anew only when they change: a screen reader hears each change, and nothing between. */
function statusLine(element: HTMLElement) {
  return function say(words: string, fault = false): void {
    if (element.textContent !== words) element.textContent = words
    element.toggleAttribute('data-fault', fault)
  }
}

function wireOutbox(root: HTMLElement): void {
  const recipient = recipientChoice(part(root, 'recipient'), () => void refresh())
  const say = statusLine(part(root, 'status'))
  const show = messageList(part(root, 'list'), part(root, 'message'))
  let timer: ReturnType<typeof setTimeout> | undefined
  let answeredAt: Date | undefined
  let asked = 0

  function showAnswer(messages: SandboxMessage[], to: string): void {
    answeredAt = new Date()
    for (const message of messages) recipient.offer(message.to)
    show(messages)
    const empty = messages.length === 0
    part(root, 'empty').hidden = !empty || to !== ''
    part(root, 'empty-for-one').hidden = !empty || to === ''
    say(empty ? '' : countInWords(messages.length))
  }

  async function refresh(): Promise<void> {
    clearTimeout(timer)
    const question = ++asked
    const to = recipient.chosen()
    const answer = await askFor(to)
    // Another recipient was chosen meanwhile, or the page was left and come back to.
    if (question !== asked) return
    const last = answeredAt ? ` Below is what it said at ${timeInIndia(answeredAt)}.` : ''
    if (answer.ok) showAnswer(answer.body.messages, to)
    else say(`${answer.message} It is asked again every 2 seconds.${last}`, true)
    if (!document.hidden) timer = setTimeout(() => void refresh(), REFRESH_MS)
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) clearTimeout(timer)
    else void refresh()
  })
  void refresh()
}

document.querySelectorAll<HTMLElement>('[data-outbox]').forEach(wireOutbox)
