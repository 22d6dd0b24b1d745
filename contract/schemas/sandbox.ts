import * as z from 'zod/mini'

/** One SMS or e-mail that the sandbox «sent». */
export const sandboxMessage = z.object({
  id: z.string(),
  channel: z.enum(['sms', 'email']),
  to: z.string(),
  subject: z.optional(z.string()),
  /** Only of an e-mail that has one: where an answer goes. */
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
  /** At most so many, from 1 to 1000. */
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

/** What the bank's window can answer: a code of the gateway's, or nothing that has one. */
export const bankDecision = z.enum(['0300', '0398', '0396', '0397', '0399', '0392', 'none'])

/** `config` as the gateway's script is given it. */
export const authoriseRequest = z.object({
  config: z.record(z.string(), z.unknown()),
  decision: bankDecision,
})
export const abandonRequest = z.pick(authoriseRequest, { config: true })

/**
 * What the sandbox's gateway can be told to do, for one browser, by a cookie of its folder with these names between dots: the
 * vendor's other ways with its panel and with an answer.
 */
export const gatewaySwitches = [
  /** jQuery never loads. */
  'no-jquery',
  /** The bank is chosen in the panel, and opened from there. */
  'panel',
  /** The panel's own button fails. */
  'throw',
  /** The panel shows how it ended, and offers another try under the same transaction. */
  'retry',
  /** Its part checkout-core.js never loads. */
  'no-core',
  /** The answer is posted to the site too: before the page is told, after it, or without. */
  'post-first',
  'post-after',
  'post-only',
] as const
export type GatewaySwitch = (typeof gatewaySwitches)[number]
export const switchesCookie = 'sandbox-gateway'

/** A mandate at the simulator. */
export const sandboxMandate = z.object({
  transactionId: z.string(),
  /** The gateway's code; `open` or `none` without one. */
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
