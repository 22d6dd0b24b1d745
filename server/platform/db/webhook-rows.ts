import type { RecordKind, RecordStatus } from '#contract/schemas/staff-records.ts'
import type { DeliveryState, WebhookEvent } from '#contract/schemas/staff-webhooks.ts'

/** An address that is told of changes. */
export interface WebhookEndpointRow {
  id: string
  created_at: number
  /** Encrypted, as are the secrets: many such addresses hold a secret of their own. */
  url: string
  /** The events it is told of, as JSON. */
  events: string
  secret: string
  /** The secret before the last rotation; it signs beside the new one for a day. */
  previous_secret: string | null
  rotated_at: number | null
  disabled_at: number | null
  /** Whether staff disabled it, or its own answer 410. */
  disabled_by: 'staff' | 'gone' | null
}

/** One event for one endpoint, with what became of it; nothing in it is personal. */
export interface WebhookDeliveryRow {
  /** The `webhook-id`, the same at every attempt. */
  id: string
  /** When the change was made. */
  created_at: number
  endpoint_id: string
  type: WebhookEvent
  kind: RecordKind
  record_id: string
  /** The status of the record at that time. */
  status: RecordStatus
  state: DeliveryState
  /** How often it was begun anew by «send again»; jobs of an earlier round do nothing. */
  round: number
  attempts: number
  attempted_at: number | null
  /** The last attempt's HTTP status, or why there is none, in our words. */
  outcome: string | null
}
