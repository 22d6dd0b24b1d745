import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { FieldError } from '#contract/errors.ts'
import * as en from '#contract/messages/en/bank-window.ts'
import * as gu from '#contract/messages/gu/bank-window.ts'
import * as hi from '#contract/messages/hi/bank-window.ts'
import {
  addressIn,
  inRupees,
  inWords,
  type Language,
  languageCodes,
  languages,
} from '#contract/messages/languages.ts'
import { fill } from '#contract/messages/sentences.ts'
import { pages, sandbox } from '#contract/paths.ts'
import { escapeHtml } from '#contract/schemas/agency.ts'
import { maskAccount } from '#contract/schemas/mandates.ts'
import {
  bankDecision,
  type GatewaySwitch,
  gatewaySwitches,
  switchesCookie,
} from '#contract/schemas/sandbox.ts'
import type { Bank } from './bank.ts'
import type { BankDecision, Mandate } from './mandate.ts'

interface WindowOptions {
  bank: Bank
  /** The payee of mandates. */
  payee: string
  publicUrl: string
}

const words: Record<Language, typeof en> = { en, hi, gu } as unknown as Record<Language, typeof en>
const sheet = `${pages.sandbox}/sandbox.css`
const script = `${sandbox.bank}/bank.js`
const decideAddress = `${sandbox.bank}/decide`

const bankForm = z.object({ config: z.string(), language: z._default(z.string(), '') })
const decideForm = z.object({ transactionId: z.string(), token: z.string(), decision: bankDecision })

/** Serves the gateway's script at its real paths, and the bank's window as plain documents and forms. */
export function bankWindow(app: FastifyInstance, { bank, payee, publicUrl }: WindowOptions): void {
  serveFiles(app)
  const send = (reply: FastifyReply, status: number, page: string) =>
    reply.code(status).headers(headersOf(publicUrl)).type('text/html; charset=utf-8').send(page)

  app.post(sandbox.bank, async (request, reply) => {
    const form = bankForm.safeParse(request.body).data ?? { config: '', language: '' }
    const language = languageCodes.find((code) => languages[code].tag === form.language) ?? 'en'
    const opened = await bank.open(parsed(form.config), language)
    return opened.ok
      ? send(reply, 200, mandatePage(opened.mandate, payee))
      : send(reply, 422, refusedPage(opened.problems, language))
  })
  app.post(decideAddress, async (request, reply) => {
    const read = decideForm.safeParse(request.body)
    if (!read.success) return send(reply, 422, refusedPage([], 'en'))
    const answered = await bank.decide(read.data, read.data.decision)
    return answered.ok
      ? send(reply, 200, answeredPage(answered.mandate, answered.answer))
      : send(reply, 422, refusedPage(answered.problems, 'en'))
  })
}

/** Allows its own files, and forms back to the site. The window keeps its opener, like that of a real bank. */
function headersOf(publicUrl: string): Record<string, string> {
  const own = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'"
  const kept =
    "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
  return {
    'content-security-policy': `${own}; form-action 'self' ${publicUrl}; ${kept}`,
    'cross-origin-opener-policy': 'unsafe-none',
    // Its forms have to send their origin.
    'referrer-policy': 'same-origin',
  }
}

function parsed(config: string): unknown {
  try {
    return JSON.parse(config)
  } catch {
    return undefined
  }
}

const checkout = `${sandbox.gateway}paynimocheckout/`
/** `missing`: the switch that makes a file unavailable. */
const files: [address: string, file: string, missing?: GatewaySwitch][] = [
  [`${checkout}client/lib/jquery.min.js`, 'jquery.js', 'no-jquery'],
  [`${checkout}server/lib/checkout.js`, 'checkout.js'],
  [`${checkout}server/lib/checkout-core.js`, 'checkout-core.js', 'no-core'],
  [`${checkout}server/lib/checkout-ui.js`, 'checkout-ui.js'],
  [`${checkout}server/css/checkout.css`, 'checkout.css'],
  [script, 'bank.js'],
]

/** Switches are stored in a cookie. */
function serveFiles(app: FastifyInstance): void {
  const panels = languageCodes.map((code) => [languages[code].tag, words[code].bankPanel])
  for (const [address, file, missing] of files) {
    const body = readFileSync(join(import.meta.dirname, '..', 'files', file), 'utf8')
    const type = `${file.endsWith('.css') ? 'text/css' : 'text/javascript'}; charset=utf-8`
    app.get(address, ({ headers }, reply) => {
      const given = new RegExp(`(?:^|; *)${switchesCookie}=([\\w.-]*)`).exec(headers.cookie ?? '')?.[1]
      const switches = gatewaySwitches.filter((name) => given?.split('.').includes(name))
      if (missing && switches.includes(missing)) return reply.callNotFound()
      if (file !== 'checkout.js') return reply.type(type).send(body)
      const facts = { sandboxWords: Object.fromEntries(panels), sandboxSwitches: switches }
      return reply.type(type).send(`Object.assign(window, ${JSON.stringify(facts)})\n${body}`)
    })
  }
}

const buttons: [decision: BankDecision, answer: keyof typeof en.bankAnswers][] = [
  ['0398', 'later'],
  ['0300', 'success'],
  ['0399', 'refusal'],
  ['none', 'none'],
  ['0392', 'abort'],
]

function documentOf(title: string, body: string, language: Language): string {
  const { bank } = words[language].bankWindow
  return `<!doctype html>
<html lang="${languages[language].tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · ${bank}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${sheet}">
<script src="${script}" defer></script>
</head>
<body>
<header><p>${bank}</p></header>
<main>
${body}
</main>
</body>
</html>
`
}

/** Returns the page with the mandate and a button for each possible answer of a bank. */
function mandatePage(mandate: Mandate, payee: string): string {
  const { language, transactionId, token, accountNo, accountName: name, ifscCode: ifsc } = mandate
  const { bankAnswers, bankWindow: said } = words[language]
  const day = (date: string) => inWords(date.split('-').reverse().join('-'), language)
  const terms = [
    [said.payee, payee],
    [said.account, fill(said.accountOf, { number: maskAccount(accountNo), name, ifsc })],
    [said.maximum, fill(said.eachTime, { amount: inRupees(mandate.maxAmount, language) })],
    [said.howOften, said.asPresented],
    [said.from, day(mandate.startDate)],
    [said.until, day(mandate.endDate)],
    [said.now, said.test],
  ]
  const choices = buttons.map(([decision, answer]) => {
    const { button, meaning } = bankAnswers[answer]
    return `<li><button name="decision" value="${decision}" aria-describedby="means-${decision}">${button}</button>
<span id="means-${decision}">${meaning}</span></li>`
  })
  const body = `<h1>${said.setUp}</h1>
<p>${said.about}</p>
<dl>
${terms.map(([term, value]) => `<div><dt>${term}</dt><dd>${escapeHtml(value ?? '')}</dd></div>`).join('\n')}
</dl>
<form method="post" action="${decideAddress}">
<input type="hidden" name="transactionId" value="${escapeHtml(transactionId)}">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<h2>${said.question}</h2>
<ul>
${choices.join('\n')}
</ul>
</form>`
  return documentOf(said.setUp, body, language)
}

/** Returns the gateway's page about an invalid order. */
function refusedPage(problems: readonly FieldError[], language: Language): string {
  const { bankWindow: said } = words[language]
  // The messages name fields of the order, in English like the real ones.
  const list = problems.map(({ message }) => `<li>${escapeHtml(message)}</li>`)
  const body = `<h1>${said.refusedByGateway}</h1>
<p>${said.because}</p>
<ul class="problems" lang="en-IN">
${list.join('\n')}
</ul>
<p>${said.closeOr} <a href="${addressIn(language, pages.register)}">${said.goBack}</a>.</p>`
  return documentOf(said.refused, body, language)
}

/** Returns the page after the decision: a script passes the answer to the page, or a form posts it. */
function answeredPage(mandate: Mandate, answer: { stringResponse: string }): string {
  const { language, returnUrl, transactionId } = mandate
  const { bankWindow: said } = words[language]
  if (returnUrl !== '') {
    const form = `<h1>${said.backToSite}</h1>
<form id="return" method="post" action="${escapeHtml(returnUrl)}">
<input type="hidden" name="msg" value="${escapeHtml(answer.stringResponse)}">
<button>${said.continue}</button>
</form>`
    return documentOf(said.backToSite, form, language)
  }
  const data = JSON.stringify({ transactionId, answer })
  const body = `<h1>${said.hasAnswered}</h1>
<p>${said.canClose}</p>
<script type="application/json" id="answer">${data.replaceAll('<', String.raw`\u003c`)}</script>`
  return documentOf(said.answered, body, language)
}
