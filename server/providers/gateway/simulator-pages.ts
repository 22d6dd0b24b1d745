import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from '#contract/schemas/agency.ts'
import type { FieldError } from '#contract/errors.ts'
import {
  addressIn,
  inRupees,
  inWords,
  type Language,
  languageCodes,
  languages,
} from '#contract/messages/languages.ts'
import { type Dictionary, fill } from '#contract/messages/sentences.ts'
import { maskAccount } from '#contract/schemas/mandates.ts'
import { pages, sandbox } from '#contract/paths.ts'
import type { GatewaySwitch } from '#contract/schemas/sandbox.ts'
import { dictionaries } from '#server/platform/requested-language.ts'
import type { BankDecision, SimulatorMandate } from './simulator-store.ts'

/** What the pages of the bank may do: one script and one sheet of ours, and forms back to us. */
function bankPolicy(publicUrl: string): string {
  const own = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'"
  const kept =
    "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
  return `${own}; form-action 'self' ${publicUrl}; ${kept}`
}

const sheet = `${sandbox.bank}/bank.css`
const script = `${sandbox.bank}/bank.js`
const decide = `${sandbox.bank}/decide`

/** The documents of the bank's window, each in a language; `payee` is whom the mandate is for. */
export function createBankPages({ payee, publicUrl }: { payee: string; publicUrl: string }) {
  return {
    mandate: (mandate: SimulatorMandate, language: Language) => mandatePage(mandate, payee, language),
    refused: refusedPage,
    answered: answeredPage,
    policy: bankPolicy(publicUrl),
    decide,
    files: readFiles(),
  }
}

/** The gateway's script lies as at the real one, the bank's own files beside its window. */
function readFiles() {
  const checkout = `${sandbox.gateway}paynimocheckout/`
  const files: [address: string, file: string, missing?: GatewaySwitch][] = [
    [`${checkout}client/lib/jquery.min.js`, 'jquery.js', 'no-jquery'],
    [`${checkout}server/lib/checkout.js`, 'checkout.js', 'no-checkout'],
    [`${checkout}server/lib/checkout-core.js`, 'checkout-core.js', 'no-core'],
    [`${checkout}server/lib/checkout-ui.js`, 'checkout-ui.js', 'no-ui'],
    [`${checkout}server/css/checkout.css`, 'checkout.css'],
    [script, 'bank.js'],
    [sheet, 'bank.css'],
  ]
  return files.map(([address, file, missing]) => {
    const read = readFileSync(join(import.meta.dirname, 'simulator-files', file))
    const body = file === 'checkout.js' ? Buffer.concat([panelWords(), read]) : read
    const type = file.endsWith('.css') ? 'text/css' : 'text/javascript'
    return { address, type: `${type}; charset=utf-8`, body, missing }
  })
}

/** The words of the panel, by the language of the page that it is drawn into. */
function panelWords(): Buffer {
  const words = languageCodes.map((code) => [languages[code].tag, dictionaries[code].bankPanel])
  return Buffer.from(`window.sandboxWords = ${JSON.stringify(Object.fromEntries(words))}\n`)
}

const buttons: [decision: BankDecision, answer: keyof Dictionary['bankAnswers']][] = [
  ['0398', 'later'],
  ['0300', 'success'],
  ['0399', 'refusal'],
  ['none', 'none'],
  ['0392', 'abort'],
]

function documentOf(title: string, body: string, language: Language): string {
  const { bank } = dictionaries[language].bankWindow
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

function row(term: string, words: string): string {
  return `<div><dt>${term}</dt><dd>${escapeHtml(words)}</dd></div>`
}

/** A day of an order, DD-MM-YYYY, as people read it. */
function dayInWords(date: string, language: Language): string {
  return inWords(date.split('-').reverse().join('-'), language)
}

/** The mandate in words, and a button for each thing a bank can answer. */
function mandatePage(mandate: SimulatorMandate, payee: string, language: Language): string {
  const { bankAnswers, bankWindow: words } = dictionaries[language]
  const choices = buttons.map(([decision, answer]) => {
    const { button, meaning } = bankAnswers[answer]
    return `<li><button name="decision" value="${decision}" aria-describedby="means-${decision}">${button}</button>
<span id="means-${decision}">${meaning}</span></li>`
  })
  const body = `<h1>${words.setUp}</h1>
<p>${words.about}</p>
<dl>
${termsOf(mandate, payee, language)}
</dl>
<form method="post" action="${decide}">
<input type="hidden" name="transactionId" value="${escapeHtml(mandate.transactionId)}">
<input type="hidden" name="token" value="${escapeHtml(mandate.token)}">
<h2>${words.question}</h2>
<ul>
${choices.join('\n')}
</ul>
</form>`
  return documentOf(words.setUp, body, language)
}

function termsOf(mandate: SimulatorMandate, payee: string, language: Language): string {
  const { bankWindow: words } = dictionaries[language]
  const { accountNo, accountName: name, ifscCode: ifsc } = mandate
  const amount = inRupees(mandate.maxAmount, language)
  return [
    row(words.payee, payee),
    row(words.account, fill(words.accountOf, { number: maskAccount(accountNo), name, ifsc })),
    row(words.maximum, fill(words.eachTime, { amount })),
    row(words.howOften, words.asPresented),
    row(words.from, dayInWords(mandate.startDate, language)),
    row(words.until, dayInWords(mandate.endDate, language)),
    row(words.now, words.test),
  ].join('\n')
}

/** The gateway's list of what is wrong with an order, instead of the bank. */
function refusedPage(problems: readonly FieldError[], language: Language): string {
  const { bankWindow: words } = dictionaries[language]
  // The gateway names fields of the order, in English as the real one does.
  const list = problems.map(({ message }) => `<li>${escapeHtml(message)}</li>`)
  const body = `<h1>${words.refusedByGateway}</h1>
<p>${words.because}</p>
<ul class="problems" lang="en-IN">
${list.join('\n')}
</ul>
<p>${words.closeOr} <a href="${addressIn(language, pages.register)}">${words.goBack}</a>.</p>`
  return documentOf(words.refused, body, language)
}

/** The bank has answered: in a window of its own the script brings that to the page, else it is posted to the site. */
function answeredPage(
  mandate: SimulatorMandate,
  answer: { stringResponse: string },
  language: Language,
): string {
  const { bankWindow: words } = dictionaries[language]
  if (mandate.returnUrl !== '') {
    const form = `<h1>${words.backToSite}</h1>
<form id="return" method="post" action="${escapeHtml(mandate.returnUrl)}">
<input type="hidden" name="msg" value="${escapeHtml(answer.stringResponse)}">
<button>${words.continue}</button>
</form>`
    return documentOf(words.backToSite, form, language)
  }
  const data = JSON.stringify({ transactionId: mandate.transactionId, answer })
  const body = `<h1>${words.hasAnswered}</h1>
<p>${words.canClose}</p>
<script type="application/json" id="answer">${data.replaceAll('<', String.raw`\u003c`)}</script>`
  return documentOf(words.answered, body, language)
}
