import { useEffect, useRef, useState } from 'react'
import { toast } from '#web/ui/toast.ts'
import { enquiryFields } from '#contract/fields/enquiry.ts'
import { api } from '#contract/paths.ts'
import type { SendEnquiryRequest } from '#contract/schemas/enquiries.ts'
import { type Receipt, receiptOf } from '#contract/schemas/receipts.ts'
import { enquiryForm, enquiryMessages } from '#messages/enquiries.ts'
import { postJson, sendForJson } from '#web/lib/api.ts'
import { draftAt, valuesIn } from '#web/lib/form.ts'
import { noticeShown, timeOpen } from '#web/lib/page.ts'
import { forget } from '#web/lib/tab-storage.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { ErrorLine, TableField } from '#web/ui/field.tsx'
import { ReceiptLines } from '#web/ui/receipt.tsx'
import { Island } from '#web/ui/island.tsx'
import { useSiteForm, NotWorking, SubmitGuard } from '#web/ui/form.tsx'

/** The page's HTML contains the whole form; this code takes it over. */
export function ContactForm() {
  return (
    <Island name="contact-form" post={postJson}>
      <Form />
    </Island>
  )
}

function Form() {
  const { names, field, props, busy, refusal, receipt } = useEnquiry()
  return (
    <>
      {receipt?.reference && <ReceiptPanel key={receipt.reference} receipt={receipt} />}
      {/* Without scripts the browser posts it to the address of its page, which answers with that page. */}
      <form {...props} id="enquiry-form" className="group/form relative grid max-w-form grid-cols-1 gap-8">
        {names.map((name) => (
          <TableField key={name} {...field(name)} />
        ))}
        {/* For programs that fill every field; people neither see, reach nor hear it. */}
        <div aria-hidden className="absolute -left-[9999px]">
          <label>
            {enquiryForm.website.label}
            <input tabIndex={-1} autoComplete="off" name={HONEYPOT} type="text" />
          </label>
        </div>
        <div>
          <SubmitButton busy={busy}>{enquiryForm.submit}</SubmitButton>
          <div role="alert" className="mt-4">
            {refusal && <ErrorLine>{refusal}</ErrorLine>}
          </div>
          <NotWorking />
        </div>
      </form>
      <SubmitGuard />
    </>
  )
}

/** Above the empty form: it takes the focus, which announces it and scrolls to it. */
function ReceiptPanel({ receipt }: { receipt: Receipt }) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <div
      ref={panel}
      tabIndex={-1}
      data-receipt-panel
      className="mb-8 max-w-form scroll-mt-6 rounded-card border-2 border-success bg-panel px-[min(1.25rem,5vw)] pt-2 pb-4 wrap-anywhere"
    >
      <ReceiptLines {...receipt} />
    </div>
  )
}

const HONEYPOT = 'website' satisfies keyof SendEnquiryRequest
const DRAFT = 'enquiry'

/** The contact form's state and its sending. */
function useEnquiry() {
  const [receipt, setReceipt] = useState<Receipt>()
  const enquiry = useSiteForm({
    fields: enquiryFields,
    words: { enquiryForm },
    draft: draftAt(DRAFT),
    async send(values, page) {
      const written = JSON.stringify(enquiry.form.getValues())
      setReceipt(undefined)
      const answer = await sendForJson({
        schema: receiptOf,
        url: api.sendEnquiry,
        // Counted from the opening of the page, so that typing before this code ran is not taken for haste.
        body: {
          ...values,
          ...valuesIn(page, [HONEYPOT]),
          filledInMs: timeOpen(),
          notice: noticeShown(),
          pageOpenedAt: performance.timeOrigin,
        } satisfies SendEnquiryRequest,
        fallback: enquiryMessages.unanswered,
      })
      if (!answer.ok) {
        toast.error(enquiryMessages.failed, { isSaidBeside: true })
        console.error('The enquiry was not sent.', answer.cause)
        return answer
      }
      toast.success(enquiryMessages.sent)
      setReceipt(answer.body)
      // What was written meanwhile was not sent, and stays.
      if (JSON.stringify(enquiry.form.getValues()) !== written) return undefined
      enquiry.form.reset()
      forget(DRAFT)
      return undefined
    },
  })
  useEffect(() => enquiry.fill({ enquiry: askedAbout() }), [])
  return { ...enquiry, receipt }
}

/** Returns the beginning of an enquiry that a service's link led to, from the page. */
function askedAbout(): string | undefined {
  const about = new URLSearchParams(location.search).get('about')
  const named = [...document.querySelectorAll<HTMLElement>('[data-about]')]
  const words = named.find(({ dataset }) => dataset['about'] === about)?.textContent
  return words && `${words}\n\n`
}
