import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from '#contract/schemas/agency.ts'
import type { FieldError } from '#contract/errors.ts'
import { maskAccount } from '#contract/schemas/mandates.ts'
import { pages, sandbox } from '#contract/paths.ts'
import type { GatewaySwitch } from '#contract/schemas/sandbox.ts'
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

/** The documents of the bank's window; `payee` is whom the mandate is for. */
export function createBankPages({ payee, publicUrl }: { payee: string; publicUrl: string }) {
  return {
    mandate: (mandate: SimulatorMandate) => mandatePage(mandate, payee),
    refused: refusedPage,
    answered: answeredPage,
    policy: bankPolicy(publicUrl),
    decide,
    files: readFiles(),
  }
}

/** The gateway's script lies as at the real one (wires 1.1), the bank's own files beside its window. */
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
    const body = readFileSync(join(import.meta.dirname, 'simulator-files', file))
    const type = file.endsWith('.css') ? 'text/css' : 'text/javascript'
    return { address, type: `${type}; charset=utf-8`, body, missing }
  })
}

const buttons: [decision: BankDecision, label: string, meaning: string][] = [
  ['0398', 'Authorise', 'The bank takes the mandate and decides later (0398).'],
  ['0300', 'Succeed at once', 'The mandate is active at once (0300).'],
  ['0399', 'Decline', 'The bank refuses (0399).'],
  ['none', 'Send no status', 'The answer has no code.'],
  ['0392', 'Cancel', 'You leave the bank without deciding (0392).'],
]

function documentOf(title: string, body: string): string {
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Sandbox Bank</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${sheet}">
<script src="${script}" defer></script>
</head>
<body>
<header><p>Sandbox Bank</p></header>
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

const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  minimumFractionDigits: 0,
})
const longDay = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'UTC' })

function dayInWords(date: string): string {
  return longDay.format(Date.parse(`${date.split('-').reverse().join('-')}T00:00:00Z`))
}

/** The mandate in words, and a button for each thing a bank can answer. */
function mandatePage(mandate: SimulatorMandate, payee: string): string {
  const choices = buttons.map(
    ([decision, label, meaning]) =>
      `<li><button name="decision" value="${decision}" aria-describedby="means-${decision}">${label}</button>
<span id="means-${decision}">${meaning}</span></li>`,
  )
  return documentOf(
    'Set up a mandate',
    `<h1>Set up a mandate</h1>
<p>This bank is part of the sandbox: it knows no account, and no money moves.</p>
<dl>
${[
  row('Payee', payee),
  row('From the account', `${maskAccount(mandate.accountNo)} of ${mandate.accountName}, ${mandate.ifscCode}`),
  row('Maximum', `${rupees.format(Number(mandate.maxAmount))} each time`),
  row('How often', 'As and when presented'),
  row('From', dayInWords(mandate.startDate)),
  row('Until', dayInWords(mandate.endDate)),
  row('Now', '₹1, to test the account'),
].join('\n')}
</dl>
<form method="post" action="${decide}">
<input type="hidden" name="transactionId" value="${escapeHtml(mandate.transactionId)}">
<input type="hidden" name="token" value="${escapeHtml(mandate.token)}">
<h2>What should the bank answer?</h2>
<ul>
${choices.join('\n')}
</ul>
</form>`,
  )
}

/** The gateway's list of what is wrong with an order, instead of the bank. */
function refusedPage(problems: readonly FieldError[]): string {
  const list = problems.map(({ message }) => `<li>${escapeHtml(message)}</li>`)
  return documentOf(
    'The order was refused',
    `<h1>The gateway refused this order</h1>
<p>The bank was not asked, because:</p>
<ul class="problems">
${list.join('\n')}
</ul>
<p>Close this window, or <a href="${pages.register}">go back to the registration</a>.</p>`,
  )
}

/** The bank has answered: in a window of its own the script brings that to the page, else it is posted to the site. */
function answeredPage(mandate: SimulatorMandate, answer: { stringResponse: string }): string {
  if (mandate.returnUrl !== '') {
    return documentOf(
      'Back to the site',
      `<h1>Back to the site</h1>
<form id="return" method="post" action="${escapeHtml(mandate.returnUrl)}">
<input type="hidden" name="msg" value="${escapeHtml(answer.stringResponse)}">
<button>Continue</button>
</form>`,
    )
  }
  const data = JSON.stringify({ transactionId: mandate.transactionId, answer })
  return documentOf(
    'Answered',
    `<h1>The bank has answered</h1>
<p>You can close this window.</p>
<script type="application/json" id="answer">${data.replaceAll('<', String.raw`\u003c`)}</script>`,
  )
}
