import type { ReactNode } from 'react'
import { agency } from '#contract/schemas/agency.ts'
import { pages } from '#contract/paths.ts'
import { career, contact, mandateFailure, signAgreement } from '#web/content/form-pages.ts'
import { FormNotice, FormPage, MailLink, OtherWays, Points, WriteToUs } from './parts/form-page.tsx'

interface ViewProps {
  /** The form itself. */
  children?: ReactNode
}

export function ContactView({ children }: ViewProps) {
  const aside = (
    <>
      <Points heading={contact.stepsHeading} numbered>
        {contact.steps}
      </Points>
      <OtherWays heading={contact.otherHeading}>
        <address className="text-quiet not-italic">
          <MailLink address={agency.email} />
          {contact.address.map((line) => (
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
      <Opening {...contact} />
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
      <Points heading={career.needHeading}>{career.needs}</Points>
      <Points heading={career.stepsHeading} numbered>
        {career.steps}
      </Points>
      <OtherWays heading={career.otherHeading}>
        <WriteToUs words={career.other} />
        <a href={pages.privacy} className="link inline-block py-2">
          {career.privacy}
        </a>
      </OtherWays>
    </>
  )
  return (
    <FormPage aside={aside}>
      <Opening {...career} />
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
      <Points heading={mandateFailure.reasonsHeading}>{mandateFailure.reasons}</Points>
      <Points heading={mandateFailure.safeHeading}>{mandateFailure.safe}</Points>
      <OtherWays heading={mandateFailure.otherHeading}>
        <WriteToUs words={mandateFailure.other} />
      </OtherWays>
    </>
  )
  return (
    <FormPage aside={aside}>
      <Opening {...mandateFailure} />
      <h2 className="mt-10 mb-6 text-heading">{mandateFailure.formHeading}</h2>
      {children}
    </FormPage>
  )
}

export function SignAgreementView({ children }: ViewProps) {
  const aside = (
    <>
      <Points heading={signAgreement.whatHeading}>{signAgreement.what}</Points>
      <OtherWays heading={signAgreement.otherHeading}>
        <WriteToUs words={signAgreement.other} />
      </OtherWays>
    </>
  )
  return (
    <FormPage aside={aside} className="gap-x-16 lg:grid-cols-[minmax(0,48rem)_minmax(0,1fr)]">
      <Opening {...signAgreement} />
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
