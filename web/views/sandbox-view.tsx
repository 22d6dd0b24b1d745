import { ChevronRight } from 'lucide-react'
import { pages, sandbox } from '#contract/paths.ts'
import { sandboxPage } from '#web/content/sandbox.ts'
import { Mandates } from '#web/features/sandbox/mandates.tsx'
import '#web/features/sandbox/sandbox.css'

const { recipient, empty, fields } = sandboxPage

function Recipient() {
  return (
    <div className="outbox-recipient">
      <label htmlFor="recipient" className="font-semibold">
        {recipient.label}
      </label>
      <select id="recipient" data-part="recipient" autoComplete="off">
        <option value="">{recipient.everyone}</option>
      </select>
    </div>
  )
}

/** `outbox.client.ts` shows one of the two while there is nothing to list. */
function Empty() {
  return (
    <>
      <div className="outbox-empty" data-part="empty" hidden>
        <h3 className="text-lead">{empty.heading}</h3>
        <p className="mt-2">
          {empty.before}
          <a href={pages.contact} className="link">
            {empty.link}
          </a>
          {empty.after}
        </p>
      </div>
      <p className="outbox-empty" data-part="empty-for-one" hidden>
        {empty.forOne}
      </p>
    </>
  )
}

/** What `outbox.client.ts` copies and fills for each message. */
function MessageTemplate() {
  return (
    <template data-part="message">
      <li>
        <details className="message">
          <summary>
            <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" className="message-mark" />
            <span className="message-title" data-part="title" />
            <time className="message-time" data-part="at" />
            <span className="message-to">
              <span data-part="channel" /> to <span data-part="to" />
            </span>
          </summary>
          <div className="message-body">
            <p data-part="reply-to-line">
              <span className="text-quiet">{fields.replyTo}</span> <span data-part="reply-to" />
            </p>
            <p className="message-text" data-part="text" />
            <p data-part="attachments-line">
              <span className="text-quiet">{fields.attachments}</span> <span data-part="attachments" />
            </p>
          </div>
        </details>
      </li>
    </template>
  )
}

function Sections() {
  const sections = [
    ['messages', sandboxPage.listHeading],
    ['mandates', sandboxPage.mandates.heading],
    ['numbers', sandboxPage.numbers.heading],
  ]
  return (
    <nav aria-label={sandboxPage.sections} className="mt-6">
      <ul className="flex flex-wrap gap-x-6 gap-y-2">
        {sections.map(([id, heading]) => (
          <li key={id} data-part={`to-${id}`}>
            <a href={`#${id}`} className="link inline-block py-1">
              {heading}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** What `outbox.client.ts` fills. */
function Outbox() {
  return (
    <section aria-labelledby="messages" data-outbox>
      <div className="outbox-bar">
        <h2 className="text-title" id="messages">
          {sandboxPage.listHeading}
        </h2>
        <Recipient />
      </div>
      <p className="outbox-status" role="status" data-part="status">
        {sandboxPage.reading}
      </p>
      <noscript>
        <p>
          {sandboxPage.noScript}{' '}
          <a href={sandbox.messages} className="link">
            {sandbox.messages}
          </a>
        </p>
      </noscript>
      <Empty />
      <ol className="outbox-list" aria-labelledby="messages" data-part="list" />
      <MessageTemplate />
    </section>
  )
}

/** The page of the sandbox: the words and the empty lists, which scripts fill. */
export function SandboxView() {
  return (
    <div className="wrap section outbox">
      <h1 className="text-display">{sandboxPage.heading}</h1>
      <p className="mt-4 max-w-[40rem] text-lead text-quiet">{sandboxPage.lead}</p>
      <Sections />
      <Outbox />
      <Mandates />
      <Numbers />
    </div>
  )
}

const { heading, lead, columns, rows } = sandboxPage.numbers

/** The numbers that make the simulator of the Aadhaar provider fail (contract section 5). */
function Numbers() {
  return (
    <section aria-labelledby="numbers" className="sandbox-part">
      <h2 className="text-title" id="numbers">
        {heading}
      </h2>
      <p className="mt-2 max-w-[40rem] text-quiet">{lead}</p>
      <table className="number-table" aria-labelledby="numbers">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([digits, meaning]) => (
            <tr key={digits}>
              <th scope="row">{digits}</th>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
