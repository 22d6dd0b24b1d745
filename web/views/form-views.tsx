import type { ReactNode } from 'react'
import { agency } from '#contract/schemas/agency.ts'
import { pages } from '#contract/paths.ts'
import type { NoticeForm } from '#contract/schemas/notices.ts'
import { careerPage, contactPage, mandateFailurePage, signAgreementPage } from '#messages/form-pages.ts'
import { here } from '#web/lib/language.ts'
import { FormNotice, FormPage, MailLink, OtherWays, Points, WriteToUs } from './parts/form-page.tsx'

/** As the post has it, in every language. */
const address = [agency.nameStart, agency.street, `${agency.city} ${agency.pincode}`, agency.state]

interface ViewProps {
  /** The form itself. */
  children?: ReactNode
}

export function ContactView({ children }: ViewProps) {
  return (
    <Page words={contactPage} notice="enquiry" form={children}>
      <Points heading={contactPage.stepsHeading} numbered>
        {contactPage.steps}
      </Points>
      <OtherWays heading={contactPage.otherHeading}>
        <address className="text-quiet not-italic">
          <MailLink address={agency.email} />
          {address.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
      </OtherWays>
    </Page>
  )
}

export function CareerView({ children }: ViewProps) {
  return (
    <Page words={careerPage} notice="career" form={children}>
      <Points heading={careerPage.needHeading}>{careerPage.needs}</Points>
      <Points heading={careerPage.stepsHeading} numbered>
        {careerPage.steps}
      </Points>
      <OtherWays heading={careerPage.otherHeading}>
        <WriteToUs words={careerPage.other} />
        <a href={here(pages.privacy)} className="link inline-block py-2">
          {careerPage.privacy}
        </a>
      </OtherWays>
    </Page>
  )
}

/** Around a mandate that is set up again. */
export function MandateFailureView({ children }: ViewProps) {
  const form = (
    <>
      <h2 className="mb-6 text-heading">{mandateFailurePage.formHeading}</h2>
      {children}
    </>
  )
  return (
    <Page words={mandateFailurePage} form={form}>
      <Points heading={mandateFailurePage.reasonsHeading}>{mandateFailurePage.reasons}</Points>
      <Points heading={mandateFailurePage.safeHeading}>{mandateFailurePage.safe}</Points>
      <OtherWays heading={mandateFailurePage.otherHeading}>
        <WriteToUs words={mandateFailurePage.other} />
      </OtherWays>
    </Page>
  )
}

export function SignAgreementView({ children }: ViewProps) {
  return (
    <Page
      words={signAgreementPage}
      form={children}
      className="gap-x-16 lg:grid-cols-[minmax(0,48rem)_minmax(0,1fr)]"
    >
      <Points heading={signAgreementPage.whatHeading}>{signAgreementPage.what}</Points>
      <OtherWays heading={signAgreementPage.otherHeading}>
        <WriteToUs words={signAgreementPage.other} />
      </OtherWays>
    </Page>
  )
}

interface PageProps {
  words: {
    heading: string
    lead: string
    /** In place of a form that needs scripts. */
    noScript?: string
  }
  notice?: NoticeForm
  form: ReactNode
  className?: string
  /** What stands beside the form. */
  children: ReactNode
}

function Page({ words: { heading, lead, noScript }, notice, form, className, children }: PageProps) {
  return (
    <FormPage aside={children} className={className}>
      <h1 className="text-display">{heading}</h1>
      <p className="mt-4 text-lead text-quiet">{lead}</p>
      {noScript && (
        <noscript>
          <WriteToUs words={noScript} />
        </noscript>
      )}
      {notice && (
        <div className="mt-8">
          <FormNotice form={notice} />
        </div>
      )}
      <div className="mt-10">{form}</div>
    </FormPage>
  )
}
