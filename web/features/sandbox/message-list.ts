import type { SandboxMessage } from '#contract/schemas/sandbox.ts'

const clock = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'medium',
  timeStyle: 'medium',
})

/** A moment as a clock in India shows it. */
export function timeInIndia(at: Date): string {
  return `${clock.format(at)} IST`
}

/** The element that the page marks with `data-part`; every part is in the page's HTML. */
export function part<Kind extends Element = HTMLElement>(root: ParentNode, name: string): Kind {
  const found = root.querySelector<Kind>(`[data-part='${name}']`)
  if (!found) throw new Error(`The page has no part ${name}`)
  return found
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

/**
 * Shows messages in a list, newest first, one item for each id. An item that stays is never touched, so that what is
 * focused, selected or opened stays so; the newest of the first showing and each that comes later are opened.
 */
export function messageList(list: HTMLElement, template: HTMLTemplateElement) {
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
