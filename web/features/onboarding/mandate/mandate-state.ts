import { waitingMessages } from '#contract/messages/mandates.ts'
import { mandateStatusResponse, type MandateState, type MandateStatus } from '#contract/schemas/mandates.ts'
import { api } from '#contract/paths.ts'
import { getJson, type AnswerWith } from '#web/lib/api.ts'
import { takenUpAs, type BankAnswer } from './gateway/bank-answer.ts'

/** The gateway has 15 seconds to answer our server. */
const TIMEOUT_MS = 25_000

/** How our server says that a transaction stands, once it has asked the gateway. */
export async function askState(transactionId: string): Promise<AnswerWith<MandateState>> {
  const answer = await getJson({
    url: api.mandateStatus + transactionId,
    schema: mandateStatusResponse,
    fallback: waitingMessages.unreached,
    timeoutMs: TIMEOUT_MS,
  })
  if (answer.ok) return { ok: true, body: answer.body.data }
  console.error('How the mandate stands could not be read.', answer.cause)
  return answer
}

/** What a status comes to for a page that waits. */
export function meaningOf(status: MandateStatus): 'taken up' | 'undecided' | 'over' {
  if (status === 'initiated' || status === 'active') return 'taken up'
  return status === 'created' || status === 'opened' ? 'undecided' : 'over'
}

/** The bank's word as it is sent with a registration. */
export type Taken = BankAnswer & { responseStatus: string }

/** From what the gateway's script said; undefined unless the bank has taken the mandate up. */
export function takenFrom(answer: BankAnswer | undefined, transactionId: string): Taken | undefined {
  if (!answer) return undefined
  const responseStatus = takenUpAs(answer.responseCode)
  return responseStatus === undefined ? undefined : whole({ ...answer, responseStatus }, transactionId)
}

/** From what our server said. */
export function takenBy(state: MandateState): Taken {
  const { mandateRegNo, transactionId, responseCode, responseMessage, responseStatus } = state
  return whole({ mandateRegNo, responseCode, responseMessage, responseStatus }, transactionId)
}

/**
 * A bank that still thinks about it has not numbered the mandate; until it has, the number of the transaction stands for
 * it, since nothing of a registration may be empty. Our server keeps what the gateway says.
 */
function whole(taken: Taken, transactionId: string): Taken {
  const { mandateRegNo, responseMessage, responseStatus } = taken
  return {
    ...taken,
    mandateRegNo: mandateRegNo || transactionId,
    responseMessage: responseMessage || responseStatus,
  }
}
