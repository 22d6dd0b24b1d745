import { useEffect } from 'react'
import { fill } from '#contract/messages/sentences.ts'
import type { Receipt } from '#contract/schemas/receipts.ts'
import { receiptMessages } from '#messages/forms.ts'
import { leaveReceipt } from './left-receipt.ts'

/** The reference of what was sent, what happens next, and where to see it; nothing if the answer has neither. */
export function ReceiptLines({ reference, next, page }: Receipt) {
  return (
    <>
      {reference && (
        <h2 tabIndex={-1} className="mt-2 text-subhead">
          {fill(receiptMessages.reference, { reference })}
        </h2>
      )}
      {next && <p className="mt-2">{next}</p>}
      {page && (
        <p>
          <a href={page} className="link mt-2 inline-block py-2 font-semibold">
            {receiptMessages.page}
          </a>
        </p>
      )}
    </>
  )
}

/** Leaves a receipt for the home page, where the sender is led before they can have read it. */
export function useLeftReceipt({ reference, next, page }: Receipt): void {
  useEffect(() => {
    if (reference)
      leaveReceipt({
        reference: fill(receiptMessages.reference, { reference }),
        ...{ next, page, pageWords: page && receiptMessages.page },
      })
  }, [reference, next, page])
}
