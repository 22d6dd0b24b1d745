import { webhookEvents } from '#contract/schemas/staff-webhooks.ts'

/** What an endpoint receives for each event, following Standard Webhooks 1.0.0. */
export function describeWebhooks() {
  const header = (name: string, description: string, example: string) => ({
    name,
    in: 'header' as const,
    required: true,
    description,
    example,
    schema: { type: 'string' as const },
  })
  const post = (event: string) => ({
    operationId: ['on', ...event.split(/[._]/).map(capital)].join(''),
    summary: `Sent to the endpoints that asked for ${event}`,
    tags: ['Webhooks'],
    security: [],
    parameters: [
      header('webhook-id', 'Names the event; the same at every attempt', 'Zk3VbJ0cQh2mT4u0ZqVw7y'),
      header('webhook-timestamp', 'When this attempt was made, in seconds since 1970', '1795420800'),
      header(
        'webhook-signature',
        'v1 and the signature; two of them while a secret is replaced',
        'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
      ),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/WebhookPayload' } } },
    },
    responses: {
      '2XX': { description: 'Taken' },
      410: { description: 'No more are wanted: the endpoint is disabled' },
      default: { description: 'Sent again later, ten times in all; a redirect is not followed' },
    },
  })
  return Object.fromEntries(webhookEvents.map((event) => [event, { post: post(event) }]))
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
