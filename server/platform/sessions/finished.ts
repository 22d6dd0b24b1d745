import type { FastifyReply } from 'fastify'
import type { Sessions } from './sessions.ts'
import type { VisitorData } from './visitor.ts'

/**
 * Once the agreement of a record is accepted where the record was made, nothing of that person is offered any more: the
 * next one may register in the same browser. The record's link stays confirmed, for an answer that was lost.
 */
export async function finishRegistration(
  sessions: Pick<Sessions, 'read' | 'change'>,
  reply: FastifyReply,
  recordId: string,
): Promise<void> {
  const isTheirs = (data: VisitorData | undefined) => data?.registration?.id === recordId
  if (!isTheirs((await sessions.read(reply.request))?.data)) return
  const left = (data: VisitorData): VisitorData =>
    isTheirs(data) ? { opened: data.opened, steppedUp: [...data.steppedUp, recordId] } : data
  await sessions.change(reply, left, { photo: '' })
}
