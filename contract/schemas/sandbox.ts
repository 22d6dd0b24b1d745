import * as z from 'zod/mini'

/** An SMS or e-mail stored by the sandbox. */
export const sandboxMessage = z.object({
  id: z.string(),
  channel: z.enum(['sms', 'email']),
  to: z.string(),
  subject: z.optional(z.string()),
  /** The Reply-To of an e-mail, if any. */
  replyTo: z.optional(z.string()),
  text: z.string(),
  /** ISO 8601 in UTC. */
  at: z.string(),
  attachments: z.optional(
    z.array(z.object({ filename: z.string(), contentType: z.string(), size: z.number() })),
  ),
})
export type SandboxMessage = z.infer<typeof sandboxMessage>

export const sandboxMessagesQuery = z.object({
  to: z.optional(z.string()),
  /** The most messages, from 1 to 1000. */
  limit: z.optional(
    z.pipe(
      z.pipe(z.string().check(z.regex(/^\d{1,4}$/)), z.transform(Number)),
      z.number().check(z.minimum(1), z.maximum(1000)),
    ),
  ),
})

export const sandboxMessagesResponse = z.object({
  message: z.string(),
  messages: z.array(sandboxMessage),
})

/** Possible decisions of the bank: the gateway's codes, or an answer without a code. */
export const bankDecision = z.enum(['0300', '0398', '0396', '0397', '0399', '0392', 'none'])

/** `config` of the gateway's script. */
export const authoriseRequest = z.object({
  config: z.record(z.string(), z.unknown()),
  decision: bankDecision,
})
export const abandonRequest = z.pick(authoriseRequest, { config: true })

/** Variants of the simulated gateway for one browser, set by a cookie with these names joined by dots. */
export const gatewaySwitches = [
  /** jQuery never loads. */
  'no-jquery',
  /** The bank is opened from the panel. */
  'panel',
  /** The panel's own button fails. */
  'throw',
  /** The panel shows the result and offers another try with the same transaction. */
  'retry',
  /** checkout-core.js never loads. */
  'no-core',
  /** The answer is also posted to the site: before or after the page gets it, or only posted. */
  'post-first',
  'post-after',
  'post-only',
] as const
export type GatewaySwitch = (typeof gatewaySwitches)[number]
export const switchesCookie = 'sandbox-gateway'

/** A simulated mandate. */
export const sandboxMandate = z.object({
  transactionId: z.string(),
  /** The gateway's code, or `open` or `none`. */
  status: z.enum(['open', ...bankDecision.options]),
  reason: z.string(),
  accountName: z.string(),
  /** Masked. */
  accountNo: z.string(),
  ifscCode: z.string(),
  maxAmount: z.string(),
  /** Whether the bank can still decide. */
  pending: z.boolean(),
  /** ISO 8601 in UTC. */
  at: z.string(),
})
export type SandboxMandate = z.infer<typeof sandboxMandate>

export const sandboxMandatesResponse = z.object({
  message: z.string(),
  mandates: z.array(sandboxMandate),
})

export const settleRequest = z.object({ status: z.enum(['Success', 'Failed']) })
