import { enquiryHints } from '#contract/messages/enquiries.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { ErrorLine, TextArea, TextField } from '#web/ui/field.tsx'
import { Island } from '#web/ui/island.tsx'
import { NotWorking, SubmitGuard } from '#web/ui/submit-guard.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { useEnquiry } from './use-enquiry.ts'

/** The whole form stands in the page's HTML; this code takes it over where it is. */
export function ContactForm() {
  return (
    <Island name="contact-form">
      <Form />
    </Island>
  )
}

function Form() {
  const { register, errors, element, submit, busy, refusal } = useEnquiry()
  return (
    <>
      {/* POST, so that nothing typed could ever reach an address, whatever happens to the scripts. */}
      <form
        ref={element}
        method="post"
        noValidate
        onSubmit={submit}
        className="group/form relative grid max-w-form gap-8"
      >
        <TextField label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          hint={enquiryHints.email}
          error={errors.email?.message}
          {...register('email')}
        />
        <TextField
          label="Phone Number"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint={enquiryHints.phone}
          error={errors.phone?.message}
          {...register('phone')}
        />
        <TextArea
          label="Enquiry"
          rows={6}
          hint={enquiryHints.enquiry}
          error={errors.enquiry?.message}
          {...register('enquiry')}
        />
        {/* For programs that fill every field: out of sight, out of the tab order, unheard. */}
        <div aria-hidden className="absolute -left-[9999px]">
          <label>
            Leave this empty
            <input tabIndex={-1} autoComplete="off" {...register('website')} type="text" />
          </label>
        </div>
        <div>
          <SubmitButton busy={busy}>Submit</SubmitButton>
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
