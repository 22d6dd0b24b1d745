import * as z from 'zod/mini'
import { webhookMessages } from '#contract/messages/staff-refusals.ts'
import { recordStatus } from './staff-records.ts'
import { vacancyStates } from './vacancies.ts'

export const webhookEvents = [
  'record.received',
  'record.status_changed',
  'mandate.active',
  'mandate.failed',
  'agreement.signed',
  'vacancy.published',
  'vacancy.closed',
  'application.stage_changed',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]
const webhookEvent = z.enum(webhookEvents)

/** `failed`: given up. `stopped`: its endpoint was disabled before delivery. */
const deliveryState = z.enum(['waiting', 'delivered', 'failed', 'stopped'])
export type DeliveryState = z.infer<typeof deliveryState>

const URL_MAX = 2000
const messages = webhookMessages.fields

const events = z.array(webhookEvent).check(z.minLength(1, messages.events), z.maxLength(webhookEvents.length))

/** The server decides which addresses are allowed. This checks only what a browser can. */
export const newEndpoint = z.object({
  url: z.string().check(z.trim(), z.minLength(1, messages.url), z.maxLength(URL_MAX, messages.url)),
  events,
})
export type NewEndpoint = z.infer<typeof newEndpoint>

export const endpointChange = z.object({ events: z.optional(events), enabled: z.optional(z.boolean()) })
export type EndpointChange = z.infer<typeof endpointChange>

const instant = z.string()

/** The body of a delivery (Standard Webhooks 1.0.0), without personal data. */
export const webhookPayload = z.object({
  type: webhookEvent,
  /** When the change was made. */
  timestamp: instant,
  data: z.object({
    reference: z.string(),
    status: z.union([recordStatus, z.enum(vacancyStates)]),
    link: z.string(),
    /** The vacancy at which a person's stage changed. */
    vacancy: z.optional(z.string()),
  }),
})
export type WebhookPayload = z.infer<typeof webhookPayload>

export const webhookEndpoint = z.object({
  id: z.string(),
  createdAt: instant,
  url: z.string(),
  events,
  /** Until when the previous secret signs too; null if it does not. */
  rotatingUntil: z.nullable(instant),
  disabled: z.nullable(z.object({ at: instant, by: z.enum(['staff', 'gone']) })),
})
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>

export const endpointList = z.object({ endpoints: z.array(webhookEndpoint) })
/** The only answer with the secret. */
export const endpointWithSecret = z.object({ endpoint: webhookEndpoint, secret: z.string() })

export const webhookDelivery = z.object({
  id: z.string(),
  createdAt: instant,
  type: webhookEvent,
  reference: z.nullable(z.string()),
  state: deliveryState,
  attempts: z.number(),
  attemptedAt: z.nullable(instant),
  outcome: z.nullable(z.string()),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

export const deliveryQuery = z.object({ after: z.optional(z.string().check(z.maxLength(200))) })
/** Newest first. */
export const deliveryList = z.object({
  deliveries: z.array(webhookDelivery),
  next: z.nullable(z.string()),
})
