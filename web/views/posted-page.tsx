import type { ReactNode } from 'react'
import { pages } from '#contract/paths.ts'
import type { FormPage, PostedForm as Posted } from '#contract/schemas/drawn-pages.ts'
import { inLanguage, type PublicVacancy } from '#contract/schemas/jobs.ts'
import { languages } from '#contract/messages/languages.ts'
import { careerMessages } from '#messages/career-answers.ts'
import { applicationForm } from '#messages/careers.ts'
import { CareerForm } from '#web/features/careers/career-form.tsx'
import { ContactForm } from '#web/features/enquiries/contact-form.tsx'
import { here, language } from '#web/lib/page.ts'
import { PostedForm } from '#web/lib/posted-form.ts'
import { ErrorLine } from '#web/ui/field.tsx'
import { ReceiptLines } from '#web/ui/receipt.tsx'
import { CareerView, ContactView } from './form-views.tsx'
import { RemindersView, StopReminders } from './text-views.tsx'

/** Each page around its form, and the form. */
const parts = {
  contact: { View: ContactView, Form: ContactForm, Refusal: ErrorLine },
  career: { View: CareerView, Form: CareerForm, Refusal: ErrorLine },
  // Its style sheet lacks the error line.
  reminders: { View: RemindersView, Form: StopReminders, Refusal: 'p' },
} satisfies Record<FormPage, object>

/** A page whose form a browser posted without scripts: with the thanks, or with what was typed and its errors. */
export function PostedPage({ page, isRefused, answer, texts, vacancy }: Posted) {
  const { View, Form, Refusal } = parts[page]
  if (!isRefused)
    return (
      <>
        <div className="wrap pt-8">
          <Thanks page={page} answer={answer} />
        </div>
        <View appliedFor={null}>{null}</View>
      </>
    )
  const isDuplicate = answer.code === 'already_there'
  return (
    <View appliedFor={vacancy ? <AppliedFor vacancy={vacancy} /> : null}>
      <PostedForm value={{ texts, errors: answer.errors ?? [] }}>
        <div className="mb-6 max-w-form">
          {isDuplicate && <Banner tone="warning">{careerMessages.duplicateBanner}</Banner>}
          <div role="alert">
            <Refusal>{isDuplicate ? careerMessages.duplicateField : answer.message}</Refusal>
          </div>
        </div>
        <Form />
      </PostedForm>
    </View>
  )
}

function Thanks({
  page,
  answer: { message, reference, next, page: own, documents },
}: Pick<Posted, 'page' | 'answer'>) {
  return (
    <Banner tone="success">
      <p className="font-semibold">{message}</p>
      <ReceiptLines reference={reference} next={next} page={own} />
      {page === 'career' && documents === undefined && <p className="mt-2">{careerMessages.leaving}</p>}
      <a href={here(pages.home)} className="link mt-2 inline-block py-2 font-semibold">
        {applicationForm.home}
      </a>
    </Banner>
  )
}

const looks = {
  success: 'border border-line bg-panel px-5 py-4',
  warning: 'border-2 border-marigold bg-yellow p-[min(1.25rem,5vw)] font-medium text-on-yellow',
}

/** Looks like the notice above the form, whose styles each of these pages has. */
function Banner({ tone, children }: { tone: keyof typeof looks; children: ReactNode }) {
  return (
    <div role="status" data-banner={tone} className={`rounded-card ${looks[tone]}`}>
      {children}
    </div>
  )
}

/** The vacancy that somebody applies for without scripts, which the form sends along. */
export function AppliedFor({ vacancy }: { vacancy: PublicVacancy }) {
  const title = inLanguage(vacancy, 'title', language)
  return (
    <div data-vacancy className="rounded-card border border-line bg-panel px-5 py-4">
      <p className="text-quiet">{applicationForm.applyFor}</p>
      <p className="font-semibold wrap-anywhere" lang={languages[title.language].tag}>
        {title.text}
      </p>
      {!vacancy.isOpen && <p className="mt-1">{applicationForm.vacancyClosed}</p>}
      <input type="hidden" name="vacancy" value={vacancy.reference} form="career-form" />
      <a href={here(pages.career)} className="link">
        {applicationForm.withoutVacancy}
      </a>
    </div>
  )
}
