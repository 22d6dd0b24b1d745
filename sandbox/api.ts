import type { FastifyInstance, FastifyReply } from 'fastify'
import { counted } from '#contract/messages/languages.ts'
import { pages, sandbox } from '#contract/paths.ts'
import { maskAccount } from '#contract/schemas/mandates.ts'
import {
  abandonRequest,
  authoriseRequest,
  type SandboxMandate,
  sandboxMessagesQuery,
  settleRequest,
} from '#contract/schemas/sandbox.ts'
import type { Bank } from './gateway/bank.ts'
import { isPending, type Mandate } from './gateway/mandate.ts'
import { readOrRefuse, refuse } from './http.ts'
import type { Messages } from './messages.ts'

/** What became of a decision that somebody made for the bank. */
export const settledWords = {
  settled: 'The bank has decided.',
  untold: 'The bank has decided, but the site could not be told. It will be told again.',
  alreadyFinal: 'This mandate is decided already.',
  unknown: 'There is no such mandate.',
} as const

/** The messages as JSON. */
export function messagesApi(app: FastifyInstance, messages: Messages): void {
  app.get(sandbox.messages, async (request, reply) => {
    const query = readOrRefuse(reply, sandboxMessagesQuery, request.query)
    if (!query) return reply
    const found = await messages.list(query)
    return { message: counted(found.length, 'message'), messages: found }
  })
}

/** The bank without a browser: its window's answers, its mandates and its later decisions. */
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
    // A form of the sandbox's page goes back there.
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

/** A mandate as it is shown. */
export function listed(mandate: Mandate): SandboxMandate {
  const { transactionId, status, reason, accountName, ifscCode, maxAmount } = mandate
  return {
    ...{ transactionId, status, reason, accountName, ifscCode, maxAmount },
    accountNo: maskAccount(mandate.accountNo),
    pending: isPending(mandate),
    at: new Date(mandate.openedAt).toISOString(),
  }
}
