import { sandboxMessages } from '#contract/messages/sandbox.ts'
import { sandbox } from '#contract/paths.ts'
import { type SandboxMandate, sandboxMandatesResponse, settleResponse } from '#contract/schemas/sandbox.ts'
import { getJson, postForJson } from '#web/lib/api.ts'
import { oneAtATime } from '#web/lib/one-at-a-time.ts'
import { mandateList } from './mandate-list.ts'
import { part } from './message-list.ts'

const REFRESH_MS = 2000
const ANSWER_LIMIT_MS = 5000
/** The bank tells the site before it answers, and the site may have much to do. */
const SETTLE_LIMIT_MS = 15_000
/** The most that are shown; the server has the others. */
const MOST = 100

function ask() {
  return getJson({
    url: sandbox.mandates,
    schema: sandboxMandatesResponse,
    fallback: sandboxMessages.unanswered,
    timeoutMs: ANSWER_LIMIT_MS,
  })
}

function postDecision(transactionId: string, status: string) {
  return postForJson({
    url: `${sandbox.mandates}/${transactionId}/settle`,
    body: { status },
    schema: settleResponse,
    fallback: sandboxMessages.unanswered,
    timeoutMs: SETTLE_LIMIT_MS,
  })
}

/** Says words anew only when they change, so that a screen reader hears each change and nothing between. */
function sayingIn(line: HTMLElement) {
  return function say(words: string, fault = false): void {
    if (line.textContent !== words) line.textContent = words
    line.toggleAttribute('data-fault', fault)
  }
}

/** With a real gateway there is no bank here. */
function removeSection(root: HTMLElement): void {
  root.remove()
  document.querySelector("[data-part='to-mandates']")?.remove()
}

function wireMandates(root: HTMLElement): void {
  const say = sayingIn(part(root, 'said'))
  const show = mandateList(part(root, 'mandate-list'), part(root, 'mandate'), settle)
  const asking = { current: false }
  let isUnread = true
  let timer: ReturnType<typeof setTimeout> | undefined

  async function settle(transactionId: string, status: string): Promise<void> {
    const answer = await postDecision(transactionId, status)
    say(answer.ok ? answer.body.message : answer.message, !answer.ok)
    await refresh()
  }

  function showAll(mandates: SandboxMandate[]): void {
    part(root, 'no-mandates').hidden = mandates.length > 0
    show(mandates.slice(0, MOST))
    // What was said of a decision stays to be read.
    if (isUnread) say('')
    isUnread = false
  }

  function showNone(words: string): void {
    isUnread = true
    say(words, true)
  }

  async function refresh(): Promise<void> {
    clearTimeout(timer)
    await oneAtATime(asking, async () => {
      const answer = await ask()
      if (answer.ok) showAll(answer.body.mandates)
      else if (answer.cause.status === 404) removeSection(root)
      else showNone(answer.message)
    })
    if (!document.hidden && root.isConnected) timer = setTimeout(() => void refresh(), REFRESH_MS)
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) clearTimeout(timer)
    else void refresh()
  })
  void refresh()
}

document.querySelectorAll<HTMLElement>('[data-mandates]').forEach(wireMandates)
