import { useRef, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { toast } from 'react-hot-toast/headless'
import { enquiryMessages } from '#contract/messages/enquiries.ts'
import { api } from '#contract/paths.ts'
import { sendEnquiryRequest, type SendEnquiryRequest } from '#contract/schemas/enquiries.ts'
import { postJson } from '#web/lib/api.ts'
import { markFields, readPage, resolved } from '#web/lib/form.ts'
import { noticeShown, timeOpen } from '#web/lib/page-data.ts'
import { useSubmit, useWake } from '#web/ui/submit-guard.tsx'

/** In the order they stand on the page. */
const shownFields = ['name', 'email', 'phone', 'enquiry'] as const

/** The contact form's state and its one act. */
export function useEnquiry() {
  // No default values: the fields are read from the page, so what was typed before this code ran is kept.
  const form = useForm<SendEnquiryRequest>({
    resolver: (values) => resolved(sendEnquiryRequest.safeParse(values)),
  })
  const element = useRef<HTMLFormElement>(null)
  const [refusal, setRefusal] = useState<string>()
  const { submit, busy } = useSubmit(async (filled) => {
    setRefusal(undefined)
    readPage(form, filled, [...shownFields, 'website'])
    let sent = false
    await form.handleSubmit(async (values) => {
      const refused = await deliver(form, values)
      setRefusal(refused)
      sent = refused === undefined
    })()
    // Not within handleSubmit: it would mark the emptied form as submitted, and check it while it is filled again.
    if (sent) form.reset()
  })
  useWake(element)
  return { register: form.register, errors: form.formState.errors, element, submit, busy, refusal }
}

/** Answers the sentence that refuses the enquiry; none once it is sent. */
async function deliver(
  form: UseFormReturn<SendEnquiryRequest>,
  values: SendEnquiryRequest,
): Promise<string | undefined> {
  const answer = await postJson({
    url: api.sendEnquiry,
    // Counted from the opening of the page, so that typing before this code ran is not taken for haste.
    body: { ...values, filledInMs: timeOpen(), notice: noticeShown() },
    fallback: enquiryMessages.unanswered,
  })
  if (answer.ok) {
    toast.success(enquiryMessages.sent)
    return undefined
  }
  toast.error(enquiryMessages.failed)
  console.error('The enquiry was not sent.', answer.cause)
  markFields(form, answer.errors, { fields: shownFields })
  return answer.message
}
