import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { counted, inRupees } from '#contract/messages/languages.ts'
import { fileSizes } from '#contract/messages/en/forms.ts'
import { say } from '#contract/messages/sentences.ts'
import { sizeInWords } from '#contract/messages/with-values.ts'
import { pages, sandbox } from '#contract/paths.ts'
import { escapeHtml } from '#contract/schemas/agency.ts'
import { maskAccount } from '#contract/schemas/mandates.ts'
import {
  abandonRequest,
  authoriseRequest,
  type SandboxMandate,
  type SandboxMessage,
  sandboxMessagesQuery,
  settleRequest,
} from '#contract/schemas/sandbox.ts'
import type { Bank } from './gateway/bank.ts'
import { isPending, type Mandate } from './gateway/mandate.ts'
import { readOrRefuse, refuse } from './http.ts'
import type { Messages } from './messages.ts'

/** Results of a decision made for the bank. */
const settledWords = {
  settled: 'The bank has decided.',
  untold: 'The bank has decided, but the site could not be told. It will be told again.',
  alreadyFinal: 'This mandate is decided already.',
  unknown: 'There is no such mandate.',
} as const

export function messagesApi(app: FastifyInstance, messages: Messages): void {
  app.get(sandbox.messages, async (request, reply) => {
    const query = readOrRefuse(reply, sandboxMessagesQuery, request.query)
    if (!query) return reply
    const found = await messages.list(query)
    return { message: counted(found.length, 'message'), messages: found }
  })
}

/** Serves the bank as JSON: authorise, abandon, list and settle mandates. */
export function bankApi(app: FastifyInstance, bank: Bank): void {
  app.post(sandbox.authorise, async (request, reply) => {
    const body = readOrRefuse(reply, authoriseRequest, request.body)
    return body ? sendAnswer(reply, await bank.authorise(body.config, body.decision)) : reply
  })
  app.post(sandbox.abandon, async (request, reply) => {
    const body = readOrRefuse(reply, abandonRequest, request.body)
    return body ? sendAnswer(reply, await bank.abandon(body.config)) : reply
  })
  app.get(sandbox.mandates, async () => {
    const mandates = (await bank.list()).map(listed)
    return { message: counted(mandates.length, 'mandate'), mandates }
  })
  app.post<{ Params: { id: string } }>(`${sandbox.mandates}/:id/settle`, async (request, reply) => {
    const body = readOrRefuse(reply, settleRequest, request.body)
    if (!body) return reply
    const settled = await bank.settle(request.params.id, body.status)
    // Forms of the sandbox's page return to that page.
    if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
      return reply.redirect(`${pages.sandbox}?said=${settled}#mandates`, 303)
    const message = settledWords[settled]
    if (settled === 'unknown') return refuse(reply, 'not_found', { message })
    if (settled === 'alreadyFinal') return refuse(reply, 'already_there', { message })
    return { message }
  })
}

function sendAnswer(reply: FastifyReply, answered: Awaited<ReturnType<Bank['authorise']>>) {
  if (answered.ok) return answered.answer
  const message = 'The gateway refused this order.'
  return refuse(reply, 'invalid', { message, errors: answered.problems })
}

function listed(mandate: Mandate): SandboxMandate {
  const { transactionId, status, reason, accountName, ifscCode, maxAmount } = mandate
  return {
    ...{ transactionId, status, reason, accountName, ifscCode, maxAmount },
    accountNo: maskAccount(mandate.accountNo),
    pending: isPending(mandate),
    at: new Date(mandate.openedAt).toISOString(),
  }
}

/** The most items on the page. The API lists all. */
const MOST = 100

/** Allows its own script, style sheet, forms and refresh. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types sandbox"

const query = z.object({
  to: z._default(z.catch(z.string(), ''), ''),
  said: z.catch(z.optional(z.enum(Object.keys(settledWords) as (keyof typeof settledWords)[])), undefined),
})

/** Serves the page with sent messages, mandates and the special Aadhaar numbers. */
export function sandboxPage(
  app: FastifyInstance,
  { messages, bank }: { messages: Messages; bank: Bank | undefined },
): void {
  for (const [file, type] of [
    ['sandbox.css', 'text/css'],
    ['sandbox.js', 'text/javascript'],
  ] as const) {
    const body = readFileSync(join(import.meta.dirname, 'files', file), 'utf8')
    app.get(`${pages.sandbox}/${file}`, (_, reply) => reply.type(`${type}; charset=utf-8`).send(body))
  }
  app.get(pages.sandbox, async (request, reply) => {
    const { to, said } = query.parse(request.query)
    const sent = await messages.list({ to: to === '' ? undefined : to, limit: MOST })
    const parts = [
      messagesPart(sent, to),
      bank ? mandatesPart((await bank.list(MOST)).map(listed), said && settledWords[said]) : '',
      numbersPart,
    ]
    return reply
      .header('content-security-policy', policy)
      .type('text/html; charset=utf-8')
      .send(documentOf(parts.join('\n'), bank !== undefined))
  })
}

function documentOf(parts: string, hasBank: boolean): string {
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="description" content="Every message that this copy of the site would have sent, kept on this machine.">
<title>Sandbox</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${pages.sandbox}/sandbox.css">
<script src="${pages.sandbox}/sandbox.js" defer></script>
</head>
<body>
<header><a href="${pages.home}">Back to the site</a></header>
<main>
<h1>Sandbox</h1>
<p>This is a trial copy of the site: every message it sends, by e-mail or SMS, is kept here and reaches nobody. Once the
settings name a real mail server, mails go out; with the last real provider this page is gone.</p>
<nav aria-label="On this page"><ul>
<li><a href="#messages">Messages</a></li>
${hasBank ? '<li><a href="#mandates">Mandates</a></li>' : ''}
<li><a href="#numbers">Aadhaar numbers that choose trouble</a></li>
</ul></nav>
${parts}
</main>
</body>
</html>
`
}

const clock = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'medium',
  timeStyle: 'medium',
})

function time(iso: string): string {
  return `<time datetime="${iso}">${clock.format(new Date(iso))} IST</time>`
}

function countInWords(count: number): string {
  if (count >= MOST) return `The newest ${MOST} messages, newest first.`
  return count === 1 ? '1 message.' : `${count} messages, newest first.`
}

function messagesPart(messages: readonly SandboxMessage[], to: string): string {
  const nothing =
    to === ''
      ? `Nothing has been sent yet. Send an enquiry from the <a href="${pages.contact}">contact page</a> and it appears here.`
      : 'Nothing was sent to this recipient.'
  return `<section aria-labelledby="messages">
<h2 id="messages">Messages</h2>
<form method="get" action="${pages.sandbox}">
<label for="to">Sent to</label>
<input id="to" name="to" value="${escapeHtml(to)}" autocomplete="off">
<button>Show</button>
</form>
<p role="status" id="count">${messages.length === 0 ? nothing : countInWords(messages.length)}</p>
<ol id="sent" aria-labelledby="messages">
${messages.map(messageItem).join('\n')}
</ol>
</section>`
}

function messageItem(message: SandboxMessage, index: number): string {
  const { id, channel, to, text, at, subject, replyTo, attachments = [] } = message
  const files = attachments.map(
    ({ filename, contentType, size }) =>
      `${filename} (${contentType}, ${say(sizeInWords(size), 'en', { fileSizes })})`,
  )
  return `<li id="sent-${id}"><details${index === 0 ? ' open' : ''}>
<summary>${escapeHtml(subject || text)}
<small>${channel === 'email' ? 'E-mail' : 'SMS'} to ${escapeHtml(to)}, ${time(at)}</small></summary>
${replyTo ? `<p>Reply to ${escapeHtml(replyTo)}</p>` : ''}
<p class="text">${escapeHtml(text)}</p>
${files.length > 0 ? `<p>Attached: ${escapeHtml(files.join(', '))}</p>` : ''}
</details></li>`
}

const statuses: Record<SandboxMandate['status'], string> = {
  open: 'The bank is asked',
  none: 'The bank sent no status',
  '0398': 'Initiated: the bank decides later (0398)',
  '0396': 'No answer of the bank yet, ask again today (0396)',
  '0397': 'No answer of the bank yet, ask again tomorrow (0397)',
  '0300': 'Active (0300)',
  '0399': 'Refused (0399)',
  '0392': 'Aborted (0392)',
}

function mandatesPart(mandates: readonly SandboxMandate[], said: string | undefined): string {
  const nothing = `No mandate has been set up yet. Reach step 2 of the <a href="${pages.register}">registration</a> and it appears here.`
  return `<section aria-labelledby="mandates">
<h2 id="mandates">Mandates</h2>
<p>Every bank mandate that was begun here, with an invented bank. A bank decides hours or days later: the buttons are its
decision, and the site is told of it as the real gateway would.</p>
${said ? `<p role="alert">${said}</p>` : ''}
<p id="none">${mandates.length === 0 ? nothing : ''}</p>
<ol id="begun" aria-labelledby="mandates">
${mandates.map(mandateItem).join('\n')}
</ol>
</section>`
}

function mandateItem(mandate: SandboxMandate): string {
  const { transactionId, accountNo, accountName, ifscCode, maxAmount, at, status, reason, pending } = mandate
  const choices = `<form method="post" action="${sandbox.mandates}/${transactionId}/settle">
<button name="status" value="Success">Success</button>
<button name="status" value="Failed">Failed</button>
</form>`
  return `<li id="begun-${transactionId}" tabindex="-1">
<strong>${statuses[status]}</strong>
${reason ? `<p>${escapeHtml(reason)}</p>` : ''}
<dl>
<div><dt>Account</dt><dd>${accountNo} of ${escapeHtml(accountName)}, ${escapeHtml(ifscCode)}</dd></div>
<div><dt>At most</dt><dd>${inRupees(maxAmount, 'en')}</dd></div>
<div><dt>Transaction</dt><dd>${transactionId}, ${time(at)}</dd></div>
</dl>
${pending ? choices : ''}
</li>`
}

const numbers = [
  ['0001', 'No mobile is linked to the number'],
  ['0002', 'There is no such number'],
  ['0003', 'The number is suspended'],
  ['0004', 'The source is down (500)'],
  ['0005', 'There is never an answer'],
  ['0006', 'A page of HTML in place of an answer (502)'],
  ['0007', 'A person without a photo'],
  ['0008', 'A very long name in Devanagari, and empty parts of the address'],
  ['0009', 'The code expires at once'],
  ['0010', 'The limit is reached (429)'],
]

const numbersPart = `<section aria-labelledby="numbers">
<h2 id="numbers">Aadhaar numbers that choose trouble</h2>
<p>Any 12-digit number is an invented person, always the same one; the code comes as an SMS to that number. Its last four
digits choose what goes wrong:</p>
<table aria-labelledby="numbers">
<thead><tr><th scope="col">Last four digits</th><th scope="col">What happens</th></tr></thead>
<tbody>
${numbers.map(([digits, meaning]) => `<tr><th scope="row">${digits}</th><td>${meaning}</td></tr>`).join('\n')}
</tbody>
</table>
</section>`
