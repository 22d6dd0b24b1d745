import type { AddressInfo } from 'node:net'
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { sandboxMessages } from '#contract/messages/sandbox.ts'
import { sandbox } from '#contract/paths.ts'
import {
  abandonRequest,
  authoriseRequest,
  sandboxMandatesResponse,
  sandboxMessagesQuery,
  sandboxMessagesResponse,
  scriptAnswer,
  settleRequest,
  settleResponse,
} from '#contract/schemas/sandbox.ts'
import { counted } from '#contract/messages/languages.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { errorSchemas, sendError, sendErrorMessage } from '#server/platform/http/http-errors.ts'
import { bankRoutes } from './bank-routes.ts'
import { type BankAnswered, listed, notifyProduct, originOf, type SandboxBank } from './bank-service.ts'
import type { SandboxDeps } from './service.ts'
import { listMessages } from './store.ts'

const tags = ['Sandbox']
const errors = errorSchemas('cross_site', 'not_found', 'timeout', 'already_there', 'too_large', 'invalid')

/** The sandbox's outbox as JSON; registered only while a provider is the sandbox's. */
export function sandboxRoutes(app: ApiServer, { db, cipher }: SandboxDeps): void {
  app.get(
    sandbox.messages,
    {
      schema: {
        summary: 'Messages the sandbox «sent», newest first',
        tags,
        querystring: sandboxMessagesQuery,
        response: { 200: sandboxMessagesResponse, ...errors },
      },
    },
    async ({ query }) => {
      const messages = await listMessages(db, cipher, query)
      return { message: counted(messages.length, 'message'), messages }
    },
  )
}

/** The sandbox's bank; registered only while the gateway is its simulator. */
export function sandboxBankRoutes(app: ApiServer, sandboxBank: SandboxBank): void {
  const { bank } = sandboxBank
  app.addHook('onListen', async () => {
    sandboxBank.origin = originOf(app.server.address() as AddressInfo)
  })
  bankRoutes(app, sandboxBank)
  app.post(
    sandbox.authorise,
    {
      schema: {
        summary: 'What the bank’s window does, without a browser',
        tags,
        body: authoriseRequest,
        response: { 200: scriptAnswer, ...errors },
      },
    },
    async ({ body }, reply) => sendAnswer(reply, await bank.authorise(body.config, body.decision)),
  )
  app.post(
    sandbox.abandon,
    {
      schema: {
        summary: 'The bank’s window was closed: what the answer is then',
        tags,
        body: abandonRequest,
        response: { 200: scriptAnswer, ...errors },
      },
    },
    async ({ body }, reply) => sendAnswer(reply, await bank.abandon(body.config)),
  )
  mandateRoutes(app, sandboxBank)
}

/** The bank's mandates, and its later decisions. */
function mandateRoutes(app: ApiServer, sandboxBank: SandboxBank): void {
  app.get(
    sandbox.mandates,
    {
      schema: {
        summary: 'Every mandate of the sandbox’s bank, newest first',
        tags,
        response: { 200: sandboxMandatesResponse, ...errors },
      },
    },
    async () => {
      const mandates = (await sandboxBank.bank.list()).map(listed)
      return { message: counted(mandates.length, 'mandate'), mandates }
    },
  )
  app.post(
    `${sandbox.mandates}/:transactionId/settle`,
    {
      schema: {
        summary: 'The bank decides, and calls the product',
        tags,
        params: z.object({ transactionId: z.string() }),
        body: settleRequest,
        response: { 200: settleResponse, ...errors },
      },
    },
    async ({ params: { transactionId }, body }, reply) => {
      const settled = await sandboxBank.bank.settle(transactionId, body.status)
      if (settled === 'unknown') return sendError(reply, 'not_found')
      if (settled === 'already_final')
        return sendErrorMessage(reply, 'already_there', { text: sandboxMessages.alreadyFinal })
      // At once, so that whoever settles sees the effect; the job repeats a call that fails here.
      const failure = await notifyProduct(sandboxBank, transactionId)
      return { message: failure === undefined ? sandboxMessages.settled : sandboxMessages.notTold }
    },
  )
}

function sendAnswer(reply: FastifyReply, answered: BankAnswered) {
  return answered.ok
    ? reply.send(answered.answer)
    : sendError(
        reply,
        'invalid',
        answered.problems.map(({ field, message }) => ({ field, message: { text: message } })),
      )
}
