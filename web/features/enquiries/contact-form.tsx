import { enquiryMessages, enquiryForm } from '#messages/enquiries.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { ErrorLine, TextArea, TextField } from '#web/ui/field.tsx'
import { Island } from '#web/ui/island.tsx'
import { NotWorking, SubmitGuard, useSubmit, useWake } from '#web/ui/submit-guard.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { useEffect, useRef, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { toast } from 'react-hot-toast/headless'
import { api } from '#contract/paths.ts'
import { sendEnquiryRequest, type SendEnquiryRequest } from '#contract/schemas/enquiries.ts'
import { postJson } from '#web/lib/api.ts'
import { fillEmpty, markFields, readPage, resolved, valuesIn } from '#web/lib/form.ts'
import { language } from '#web/lib/language.ts'
import { noticeShown, timeOpen } from '#web/lib/page-data.ts'
import { forget, readTexts, storeTexts } from '#web/lib/tab-storage.ts'

/** The whole form stands in the page's HTML; this code takes it over where it is. */
export function ContactForm() {
  return (
    <Island name="contact-form">
      <Form />
    </Island>
  )
}

const inputs = [
  ['name', { autoComplete: 'name' }],
  ['email', { type: 'email', inputMode: 'email', autoComplete: 'email', hint: enquiryForm.email.hint }],
  ['phone', { type: 'tel', inputMode: 'tel', autoComplete: 'tel', hint: enquiryForm.phone.hint }],
] as const

function Form() {
  const { register, errors, element, keepDraft, submit, busy, refusal } = useEnquiry()
  return (
    <>
      {/* Without scripts the browser posts it by itself, and is answered with a page. */}
      <form
        ref={element}
        id="enquiry-form"
        method="post"
        action={`${api.sendEnquiry}?language=${language}`}
        noValidate
        onSubmit={submit}
        onInput={keepDraft}
        className="group/form relative grid max-w-form gap-8"
      >
        {inputs.map(([name, input]) => (
          <TextField
            key={name}
            label={enquiryForm[name].label}
            error={errors[name]?.message}
            {...input}
            {...register(name)}
          />
        ))}
        <TextArea
          label={enquiryForm.enquiry.label}
          rows={6}
          hint={enquiryForm.enquiry.hint}
          error={errors.enquiry?.message}
          {...register('enquiry')}
        />
        {/* For programs that fill every field: out of sight, out of the tab order, unheard. */}
        <div aria-hidden className="absolute -left-[9999px]">
          <label>
            {enquiryForm.website.label}
            <input tabIndex={-1} autoComplete="off" {...register('website')} type="text" />
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
      <Toaster />
    </>
  )
}

/** The fields that are typed, in the order they stand on the page. */
const shownFields = ['name', 'email', 'phone', 'enquiry'] as const
/** Where they are kept over a refresh, and for the same page in another language. */
const DRAFT = 'enquiry'

/** The contact form's state and its one act. */
function useEnquiry() {
  // No default values: the fields are read from the page, so what was typed before this code ran is kept.
  const form = useForm<SendEnquiryRequest>({
    resolver: (values) => resolved(sendEnquiryRequest.safeParse(values), { enquiryForm }),
  })
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => fillEmpty(form, shownFields, readTexts(DRAFT)), [])
  const keepDraft = () => element.current && storeTexts(DRAFT, valuesIn(element.current, shownFields))
  const [refusal, setRefusal] = useState<string>()
  const { submit, busy } = useSubmit(async (filled) => {
    setRefusal(undefined)
    readPage(form, filled, [...shownFields, 'website'])
    const written = JSON.stringify(form.getValues())
    let sent = false
    await form.handleSubmit(async (values) => {
      const refused = await deliver(form, values)
      setRefusal(refused)
      sent = refused === undefined
    })()
    // What was written meanwhile was not sent, and stays.
    if (!sent || JSON.stringify(form.getValues()) !== written) return
    // Not within handleSubmit: it would mark the emptied form as submitted, and check it while it is filled again.
    form.reset()
    forget(DRAFT)
  })
  useWake(element)
  return { register: form.register, errors: form.formState.errors, element, keepDraft, submit, busy, refusal }
}

/** Answers the sentence that refuses the enquiry; none once it is sent. */
async function deliver(
  form: UseFormReturn<SendEnquiryRequest>,
  values: SendEnquiryRequest,
): Promise<string | undefined> {
  const answer = await postJson({
    url: api.sendEnquiry,
    // Counted from the opening of the page, so that typing before this code ran is not taken for haste.
    body: {
      ...values,
      filledInMs: timeOpen(),
      notice: noticeShown(),
      pageOpenedAt: performance.timeOrigin,
    } satisfies SendEnquiryRequest,
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
