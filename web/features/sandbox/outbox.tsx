import { ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { sandboxMessages } from '#contract/messages/sandbox.ts'
import { pages, sandbox } from '#contract/paths.ts'
import { type SandboxMessage, sandboxMessagesResponse } from '#contract/schemas/sandbox.ts'
import { sandboxPage } from '#web/content/sandbox.ts'
import { type AnswerWith, getJson } from '#web/lib/api.ts'
import { ANSWER_LIMIT_MS, Empty, MOST, type Said, timeInIndia, useFresh } from './page-parts.tsx'

const { recipient, empty, fields } = sandboxPage

/** Every message that was not sent, the newest first. */
export function Outbox() {
  const { to, setTo, recipients, messages, said, opened } = useMessages()
  return (
    <section aria-labelledby="messages">
      <div className="outbox-bar">
        <h2 className="text-title" id="messages">
          {sandboxPage.listHeading}
        </h2>
        <div className="outbox-recipient">
          <label htmlFor="recipient" className="font-semibold">
            {recipient.label}
          </label>
          <select id="recipient" value={to} onChange={({ currentTarget }) => setTo(currentTarget.value)}>
            <option value="">{recipient.everyone}</option>
            {recipients.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </div>
      </div>
      <p className="outbox-status" role="status" data-fault={said.fault || undefined}>
        {said.words}
      </p>
      <noscript>
        <p>
          {sandboxPage.noScript}{' '}
          <a href={sandbox.messages} className="link">
            {sandbox.messages}
          </a>
        </p>
      </noscript>
      {messages?.length === 0 &&
        (to === '' ? (
          <Empty {...empty} href={pages.contact} />
        ) : (
          <p className="outbox-empty">{empty.forOne}</p>
        ))}
      <ol className="outbox-list" aria-labelledby="messages">
        {messages?.map((message) => (
          <Message key={message.id} message={message} opened={opened} />
        ))}
      </ol>
    </section>
  )
}

function countInWords(count: number): string {
  if (count === 0) return ''
  if (count >= MOST) return `The newest ${MOST} messages, newest first.`
  return count === 1 ? '1 message.' : `${count} messages, newest first.`
}

/** What was sent to whom is chosen, which stands in the page's address so that it can be linked and reloaded. */
function useMessages() {
  const [to, setTo] = useState('')
  const [known, setKnown] = useState<string[]>([])
  const [messages, setMessages] = useState<SandboxMessage[]>()
  const [said, setSaid] = useState<Said>({ words: sandboxPage.reading })
  /** Whether each message stands open: those that came since the page was opened, and the newest before. */
  const opened = useRef(new Map<string, boolean>())
  const last = useRef<{ at: Date; newest: string }>(undefined)
  useEffect(() => setTo(new URLSearchParams(location.search).get('to') ?? ''), [])

  function show(found: SandboxMessage[]) {
    const before = last.current?.newest
    for (const [place, { id, at }] of found.entries()) {
      if (!opened.current.has(id)) opened.current.set(id, before === undefined ? place === 0 : at > before)
    }
    const newest = [before ?? '', found[0]?.at ?? ''].sort().at(-1) ?? ''
    last.current = { at: new Date(), newest }
    setKnown((all) => [...new Set([...all, ...found.map((message) => message.to)])])
    setMessages(found)
    setSaid({ words: countInWords(found.length) })
  }
  function take(answer: AnswerWith<{ messages: SandboxMessage[] }>) {
    if (answer.ok) return show(answer.body.messages)
    const before = last.current ? ` Below is what it said at ${timeInIndia(last.current.at)}.` : ''
    setSaid({ words: `${answer.message} It is asked again every 2 seconds.${before}`, fault: true })
  }
  useFresh({ ask: () => askFor(to), take, about: to })
  function choose(chosen: string) {
    setTo(chosen)
    const query = chosen && `?${new URLSearchParams({ to: chosen }).toString()}`
    history.replaceState(null, '', query || location.pathname)
  }
  const recipients = [...new Set([...(to ? [to] : []), ...known])]
  return { to, setTo: choose, recipients, messages, said, opened: opened.current }
}

function askFor(to: string) {
  const query = new URLSearchParams({ limit: String(MOST), ...(to === '' ? {} : { to }) })
  return getJson({
    url: `${sandbox.messages}?${query.toString()}`,
    schema: sandboxMessagesResponse,
    fallback: sandboxMessages.unanswered,
    timeoutMs: ANSWER_LIMIT_MS,
  })
}

interface MessageProps {
  message: SandboxMessage
  opened: Map<string, boolean>
}

function Message({ message, opened }: MessageProps) {
  const { id, channel, to, text, at, subject, replyTo, attachments = [] } = message
  const files = attachments.map((file) => `${file.filename} (${file.contentType}, ${size(file.size)})`)
  return (
    <li>
      <details
        className="message"
        open={opened.get(id)}
        onToggle={({ currentTarget }) => opened.set(id, currentTarget.open)}
      >
        <summary>
          <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" className="message-mark" />
          <span className="message-title">{subject || text}</span>
          <time className="message-time" dateTime={at}>
            {timeInIndia(new Date(at))}
          </time>
          <span className="message-to">
            {channel === 'email' ? 'E-mail' : 'SMS'} to {to}
          </span>
        </summary>
        <div className="message-body">
          {replyTo && (
            <p>
              <span className="text-quiet">{fields.replyTo}</span> {replyTo}
            </p>
          )}
          <p className="message-text">{text}</p>
          {files.length > 0 && (
            <p>
              <span className="text-quiet">{fields.attachments}</span> {files.join(', ')}
            </p>
          )}
        </div>
      </details>
    </li>
  )
}

function size(bytes: number): string {
  return bytes < 1000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} kB`
}
