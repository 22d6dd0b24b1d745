import type { ReactNode } from 'react'
import { agency } from '#contract/schemas/agency.ts'
import { pages } from '#contract/paths.ts'
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
  const aside = (
    <>
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
    </>
  )
  return (
    <FormPage aside={aside}>
      <Opening {...contactPage} />
      <div className="mt-8">
        <FormNotice form="enquiry" />
      </div>
      <div className="mt-10">{children}</div>
    </FormPage>
  )
}

export function CareerView({ children }: ViewProps) {
  const aside = (
    <>
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
    </>
  )
  return (
    <FormPage aside={aside}>
      <Opening {...careerPage} />
      <div className="mt-8">
        <FormNotice form="career" />
      </div>
      <div className="mt-10">{children}</div>
    </FormPage>
  )
}

/** Around a mandate that is set up again. */
export function MandateFailureView({ children }: ViewProps) {
  const aside = (
    <>
      <Points heading={mandateFailurePage.reasonsHeading}>{mandateFailurePage.reasons}</Points>
      <Points heading={mandateFailurePage.safeHeading}>{mandateFailurePage.safe}</Points>
      <OtherWays heading={mandateFailurePage.otherHeading}>
        <WriteToUs words={mandateFailurePage.other} />
      </OtherWays>
    </>
  )
  return (
    <FormPage aside={aside}>
      <Opening {...mandateFailurePage} />
      <h2 className="mt-10 mb-6 text-heading">{mandateFailurePage.formHeading}</h2>
      {children}
    </FormPage>
  )
}

export function SignAgreementView({ children }: ViewProps) {
  const aside = (
    <>
      <Points heading={signAgreementPage.whatHeading}>{signAgreementPage.what}</Points>
      <OtherWays heading={signAgreementPage.otherHeading}>
        <WriteToUs words={signAgreementPage.other} />
      </OtherWays>
    </>
  )
  return (
    <FormPage aside={aside} className="gap-x-16 lg:grid-cols-[minmax(0,48rem)_minmax(0,1fr)]">
      <Opening {...signAgreementPage} />
      <div className="mt-10">{children}</div>
    </FormPage>
  )
}

interface OpeningProps {
  heading: string
  lead: string
  /** In place of a form that needs scripts. */
  noScript?: string
}

function Opening({ heading, lead, noScript }: OpeningProps) {
  return (
    <>
      <h1 className="text-display">{heading}</h1>
      <p className="mt-4 text-lead text-quiet">{lead}</p>
      {noScript && (
        <noscript>
          <WriteToUs words={noScript} />
        </noscript>
      )}
    </>
  )
}
