import { sandboxMessages } from '#contract/messages/sandbox.ts'
import { sandbox } from '#contract/paths.ts'
import { type SandboxMessage, sandboxMessagesResponse } from '#contract/schemas/sandbox.ts'
import { getJson } from '#web/lib/api.ts'
import { ANSWER_LIMIT_MS, keepFresh, MOST, part, statusLine, timeInIndia } from './page-parts.ts'

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

function wireOutbox(root: HTMLElement): void {
  const recipient = recipientChoice(part(root, 'recipient'), () => void refresh())
  const say = statusLine(part(root, 'status'))
  const show = messageList(part(root, 'list'), part(root, 'message'))
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

  async function ask(): Promise<void> {
    const question = ++asked
    const to = recipient.chosen()
    const answer = await askFor(to)
    // Another recipient was chosen meanwhile, or the page was left and come back to.
    if (question !== asked) return
    const last = answeredAt ? ` Below is what it said at ${timeInIndia(answeredAt)}.` : ''
    if (answer.ok) showAnswer(answer.body.messages, to)
    else say(`${answer.message} It is asked again every 2 seconds.${last}`, true)
  }

  const refresh = keepFresh(root, ask)
}

function size(bytes: number): string {
  return bytes < 1000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} kB`
}

function fillLine(item: ParentNode, name: string, text: string): void {
  if (text === '') part(item, `${name}-line`).remove()
  else part(item, name).textContent = text
}

function itemOf(message: SandboxMessage, template: HTMLTemplateElement): HTMLElement {
  const copy = document.importNode(template.content, true)
  const { channel, to, text, at, subject = '', replyTo = '', attachments = [] } = message
  const email = channel === 'email'
  part(copy, 'channel').textContent = email ? 'E-mail' : 'SMS'
  part(copy, 'to').textContent = to
  part(copy, 'title').textContent = subject || text
  part(copy, 'text').textContent = text
  const time = part<HTMLTimeElement>(copy, 'at')
  time.dateTime = at
  time.textContent = timeInIndia(new Date(at))
  fillLine(copy, 'reply-to', replyTo)
  const files = attachments.map((file) => `${file.filename} (${file.contentType}, ${size(file.size)})`)
  fillLine(copy, 'attachments', files.join(', '))
  const item = copy.firstElementChild
  if (!(item instanceof HTMLElement)) throw new Error('The message template is empty')
  return item
}

/** Shows messages newest first. An item that stays is never touched, so focus, selection and opening stay. */
function messageList(list: HTMLElement, template: HTMLTemplateElement) {
  // Those that are not shown now are kept too: chosen again, they are as they were left.
  const items = new Map<string, HTMLElement>()
  let newestAt: string | undefined

  function itemFor(message: SandboxMessage, open: boolean): HTMLElement {
    const item = items.get(message.id) ?? itemOf(message, template)
    const details = items.has(message.id) ? null : item.querySelector('details')
    if (details) details.open = open
    items.set(message.id, item)
    return item
  }

  return function show(messages: SandboxMessage[]): void {
    const before = newestAt
    const wanted = messages.map((message, index) =>
      itemFor(message, before === undefined ? index === 0 : message.at > before),
    )
    for (const item of [...list.children]) {
      if (!wanted.some((other) => other === item)) item.remove()
    }
    let place = list.firstElementChild
    for (const item of wanted) {
      if (item === place) place = place.nextElementSibling
      else list.insertBefore(item, place)
    }
    const [newest] = messages
    if (newest && newest.at > (before ?? '')) newestAt = newest.at
  }
}

document.querySelectorAll<HTMLElement>('[data-outbox]').forEach(wireOutbox)
