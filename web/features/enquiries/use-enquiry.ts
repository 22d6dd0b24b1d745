import { postJson, type Answer } from '#web/lib/api.ts'
import { oneAtATime } from '#web/lib/async.ts'
import { noticeShown, timeOpen } from '#web/lib/page-data.ts'
import { resolved } from '#web/lib/form.ts'
import { sendEnquiryRequest, type SendEnquiryRequest } from '#contract/schemas/enquiries.ts'
import type { FieldError } from '#contract/errors.ts'
import { enquiryMessages } from '#contract/messages/enquiries.ts'
import { api } from '#contract/paths.ts'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { toast } from 'react-hot-toast/headless'
import { wake } from '#web/ui/submit-guard.tsx'

type EnquiryForm = UseFormReturn<SendEnquiryRequest>

/** In the order they stand on the page. */
const shownFields = ['name', 'email', 'phone', 'enquiry'] as const

/** The contact form's state and its one act. */
export function useEnquiry() {
  // No default values: the fields are read from the page, so what was typed before this code ran is kept.
  const form = useForm<SendEnquiryRequest>({
    resolver: (values) => resolved(sendEnquiryRequest.safeParse(values)),
  })
  const element = useRef<HTMLFormElement>(null)
  const { submit, sending, refusal } = useSubmit(form)

  useEffect(() => {
    if (element.current && wake(element.current)) element.current.requestSubmit()
  }, [])

  return { register: form.register, errors: form.formState.errors, element, submit, sending, refusal }
}

function useSubmit(form: EnquiryForm) {
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  // The button is disabled only with the next drawing; this holds from the first press.
  const running = useRef(false)

  async function send(values: SendEnquiryRequest): Promise<boolean> {
    setSending(true)
    try {
      const answer = await deliver(values)
      if (!answer.ok) {
        setRefusal(answer.message)
        markFields(form, answer.errors)
      }
      return answer.ok
    } finally {
      setSending(false)
    }
  }

  async function sendOnce(element: HTMLFormElement) {
    setRefusal(undefined)
    readFields(form, element)
    let sent = false
    await form.handleSubmit(async (values) => {
      sent = await send(values)
    })()
    // Not within handleSubmit: it would mark the emptied form as submitted, and check it while it is filled again.
    if (sent) form.reset()
  }

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    return oneAtATime(running, () => sendOnce(element))
  }

  return { submit, sending, refusal }
}

/** What stands in the page counts: some browsers fill fields in, and programs do, without telling the form's code. */
function readFields(form: EnquiryForm, element: HTMLFormElement) {
  const written = new FormData(element)
  for (const field of [...shownFields, 'website'] as const) form.setValue(field, String(written.get(field)))
}

async function deliver(values: SendEnquiryRequest): Promise<Answer> {
  const answer = await postJson({
    url: api.sendEnquiry,
    // Counted from the opening of the page, so that typing before this code ran is not taken for haste.
    body: { ...values, filledInMs: timeOpen(), notice: noticeShown() },
    fallback: enquiryMessages.unanswered,
  })
  if (answer.ok) {
    toast.success(enquiryMessages.sent)
  } else {
    toast.error(enquiryMessages.failed)
    console.error('The enquiry was not sent.', answer.cause)
  }
  return answer
}

function markFields(form: EnquiryForm, errors: FieldError[]) {
  let shouldFocus = true
  for (const field of shownFields) {
    const message = errors.find((error) => error.field === field)?.message
    if (!message) continue
    form.setError(field, { message }, { shouldFocus })
    shouldFocus = false
  }
}
