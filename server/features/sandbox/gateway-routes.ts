import type { AddressInfo } from 'node:net'
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { errorEnvelope, type FieldError } from '#contract/errors.ts'
import { sandboxMessages } from '#contract/messages/sandbox.ts'
import { sandbox } from '#contract/paths.ts'
import {
  abandonRequest,
  authoriseRequest,
  sandboxMandatesResponse,
  scriptAnswer,
  settleRequest,
  settleResponse,
} from '#contract/schemas/sandbox.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { sendError, sendErrorMessage } from '#server/platform/http/http-errors.ts'
import { type BankAnswered, type SandboxBank, listed, originOf, notifyProduct } from './bank-service.ts'
import { bankRoutes } from './bank-routes.ts'

const errorResponses = { '4xx': errorEnvelope, '5xx': errorEnvelope }
const tags = ['Sandbox']

/** The listeners of the gateway's simulator (contract section 5); registered only while that is the gateway. */
export function gatewayRoutes(app: ApiServer, sandboxBank: SandboxBank): void {
  const { bank } = sandboxBank
  app.addHook('onListen', async () => {
    sandboxBank.origin = originOf(app.server.address() as AddressInfo)
  })
  bankRoutes(app, bank)
  app.post(
    sandbox.authorise,
    {
      schema: {
        summary: 'What the bank’s window does, without a browser',
        tags,
        body: authoriseRequest,
        response: { 200: scriptAnswer, ...errorResponses },
      },
    },
    async ({ body }, reply) => answer(reply, await bank.authorise(body.config, body.decision)),
  )
  app.post(
    sandbox.abandon,
    {
      schema: {
        summary: 'The bank’s window was closed: what the answer is then',
        tags,
        body: abandonRequest,
        response: { 200: scriptAnswer, ...errorResponses },
      },
    },
    async ({ body }, reply) => answer(reply, await bank.abandon(body.config)),
  )
  mandateRoutes(app, sandboxBank)
}

/** The books, and the bank's later word. */
function mandateRoutes(app: ApiServer, sandboxBank: SandboxBank): void {
  app.get(
    sandbox.mandates,
    {
      schema: {
        summary: 'Every mandate of the sandbox’s bank, newest first',
        tags,
        response: { 200: sandboxMandatesResponse, ...errorResponses },
      },
    },
    async () => {
      const mandates = (await sandboxBank.bank.list()).map(listed)
      return { message: `${mandates.length} mandates`, mandates }
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
        response: { 200: settleResponse, ...errorResponses },
      },
    },
    async ({ params: { transactionId }, body }, reply) => {
      const settled = await sandboxBank.bank.settle(transactionId, body.status)
      if (settled === 'unknown') return sendError(reply, 'not_found')
      if (settled === 'already_final')
        return sendErrorMessage(reply, 'already_there', sandboxMessages.alreadyFinal)
      // Told now, so that whoever settles sees what comes of it; what fails here is tried again by its job.
      const failure = await notifyProduct(sandboxBank, transactionId)
      return { message: failure === undefined ? sandboxMessages.settled : sandboxMessages.notTold }
    },
  )
}

function answer(reply: FastifyReply, answered: BankAnswered) {
  return answered.ok ? reply.send(answered.answer) : refuseOrder(reply, answered.problems)
}

function refuseOrder(reply: FastifyReply, problems: FieldError[]) {
  return sendError(reply, 'invalid', problems)
}
