import type { ReactNode } from 'react'
import { agency, registration } from '#contract/schemas/agency.ts'
import { pages } from '#contract/paths.ts'
import { pageTokens } from '#contract/schemas/drawn-pages.ts'
import type { NoticeForm } from '#contract/schemas/notices.ts'
import {
  careerPage,
  contactPage,
  mandateFailurePage,
  signAgreementPage,
  registerPage,
} from '#messages/form-pages.ts'
import { ownPage } from '#messages/my.ts'
import { here } from '#web/lib/page.ts'
import { FormNotice, MailLink } from './form-notice.tsx'
import { AskedAbout } from './text-views.tsx'
import { Call, MapLink, Proofs, ContactPerson } from '#web/layout/reach.tsx'
import { registrationErrors } from '#messages/registrations.ts'

/** The postal address, the same in every language. */
const address = [agency.nameStart, agency.street, `${agency.city} ${agency.pincode}`, agency.state]

interface ViewProps {
  /** The form itself. */
  children?: ReactNode
}

export function ContactView({ children }: ViewProps) {
  return (
    <Page words={contactPage} notice="enquiry" form={children}>
      <AskedAbout />
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
          <MapLink className="link inline-block py-2" />
        </address>
      </OtherWays>
    </Page>
  )
}

export function CareerView({ appliedFor, children }: ViewProps & { appliedFor?: ReactNode }) {
  return (
    <Page
      words={careerPage}
      notice="career"
      first={<AppliedFor>{appliedFor}</AppliedFor>}
      before={<NeedsFolded />}
      form={children}
    >
      <div className="max-lg:hidden">
        <Points heading={careerPage.needHeading}>{careerPage.needs}</Points>
      </div>
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

/** The vacancy that is applied for: filled in by the server without scripts, and by the form with them. */
function AppliedFor({ children = pageTokens.appliedFor }: ViewProps) {
  return (
    <div id="applied-for" className="mt-6 max-w-form empty:hidden">
      {children}
    </div>
  )
}

/** If the words beside a form come after it, what to have at hand is before it, folded. */
function NeedsFolded() {
  return (
    <details className="mt-4 max-w-form border-b border-line lg:hidden">
      <summary className="cursor-pointer py-3 font-medium text-accent">{careerPage.needHeading}</summary>
      <ul className="list-disc pb-3 pl-5 text-quiet">
        {careerPage.needs.map((need) => (
          <li key={need} className="mt-2 pl-1">
            {need}
          </li>
        ))}
      </ul>
    </details>
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

/** A person's own page says itself what it is about. */
export function OwnPageView({ children }: ViewProps) {
  return (
    <div className="wrap section">
      <noscript>
        <WriteToUs words={ownPage.noScript} />
      </noscript>
      {children}
      <div className="mt-12">
        <WriteToUs words={ownPage.otherPhone} />
      </div>
    </div>
  )
}

interface PageProps {
  words: {
    heading: string
    lead: string
    /** Shown instead of a form that needs scripts. */
    noScript?: string
  }
  notice?: NoticeForm
  /** Between the words and the form. */
  /** First of all below the title. */
  first?: ReactNode
  before?: ReactNode
  form: ReactNode
  className?: string
  /** Beside the form. */
  children: ReactNode
}

function Page({
  words: { heading, lead, noScript },
  notice,
  first,
  before,
  form,
  className,
  children,
}: PageProps) {
  return (
    <FormPage aside={children} className={className}>
      <h1 className="text-display">{heading}</h1>
      <p className="mt-4 text-lead text-quiet">{lead}</p>
      {noScript && (
        <noscript>
          <WriteToUs words={noScript} />
        </noscript>
      )}
      {first}
      {notice && (
        <div className="mt-8">
          <FormNotice form={notice} />
        </div>
      )}
      {before}
      <div className={before ? 'mt-6' : 'mt-10'}>{form}</div>
    </FormPage>
  )
}

const [open, closed] = [registration('open'), registration('closed')]

/**
 * The words around the registration. Those above a later step are for the first step only; its title is for screen
 * readers.
 */
export function RegisterView({ children }: { children?: ReactNode }) {
  return (
    <FormPage
      className={`group/register pt-4 sm:pt-[clamp(1.5rem,5vw,4rem)] ${formColumns}`}
      aside={<Aside />}
      asideClassName="lg:sticky lg:top-8 lg:self-start"
    >
      <h1 className="text-title group-has-data-later/register:sr-only sm:text-display">
        {registerPage.heading}
      </h1>
      <div className="group-has-data-later/register:hidden">
        <Explanation />
        <div className="mb-3 sm:mb-8">
          <FormNotice form="registration" />
        </div>
      </div>
      <div className="hidden max-w-form rounded-card border border-line bg-panel px-5 py-4 noscript:block">
        <WriteToUs words={registerPage.noScript} />
      </div>
      {closed.start}
      <div className="max-w-form rounded-card border border-line bg-panel px-5 py-4">
        <WriteToUs words={registrationErrors.notOpen} />
      </div>
      {closed.end}
      {open.start}
      <div className="noscript:hidden">{children}</div>
      {open.end}
    </FormPage>
  )
}

/** What registering is, before anything is asked: three lines, and the rest folded. */
function Explanation() {
  const { promise, more, details, needsHeading, needs, lead, refundPolicy } = registerPage
  return (
    <div className="max-w-form">
      <ul className="mt-2 list-disc pl-5 text-small sm:mt-4 sm:text-body">
        {[agency.twoWays, agency.serviceFee, promise].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <details className="border-b border-line">
        <summary className="cursor-pointer py-1.5 font-medium text-accent">{more}</summary>
        <dl>
          {[...details, { about: needsHeading, words: `${lead} ${needs}` }].map(({ about, words }) => (
            <div key={about} className="mt-3">
              <dt className="font-semibold">{about}</dt>
              <dd className="text-quiet">{words}</dd>
            </div>
          ))}
        </dl>
        <a href={here(pages.refundPolicy)} className="link my-2 inline-block py-2">
          {refundPolicy}
        </a>
      </details>
    </div>
  )
}

function Aside() {
  return (
    <>
      <Points heading={registerPage.safeHeading}>{registerPage.safe}</Points>
      <OtherWays heading={registerPage.otherHeading}>
        <WriteToUs words={registerPage.other} />
        <a href={here(pages.privacy)} className="link inline-block py-2">
          {registerPage.privacy}
        </a>
      </OtherWays>
    </>
  )
}

interface FormPageProps {
  /** Classes of the whole page, with the width of its columns. */
  className?: string | undefined
  /** Answers to likely questions about the form. */
  aside: ReactNode
  asideClassName?: string
  children: ReactNode
}

/** A form with its heading in one column, and the answers to likely questions in another. */
function FormPage({ className = formColumns, aside, asideClassName = '', children }: FormPageProps) {
  return (
    <div className={`wrap section grid gap-y-14 ${className}`}>
      <div className="min-w-0">{children}</div>
      <div className={`flex min-w-0 flex-col gap-10 lg:pt-2 ${asideClassName}`}>{aside}</div>
    </div>
  )
}

const formColumns = 'gap-x-20 lg:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]'

interface PointsProps {
  heading: string
  /** Whether the points are a sequence. */
  numbered?: boolean
  children: readonly string[]
}

function Points({ heading, numbered = false, children }: PointsProps) {
  const List = numbered ? 'ol' : 'ul'
  return (
    <section>
      <h2 className="text-subhead">{heading}</h2>
      <List className={`mt-4 pl-5 ${numbered ? 'list-decimal' : 'list-disc'}`}>
        {children.map((point) => (
          <li key={point} className="mt-2 pl-1 text-quiet marker:text-ink">
            {point}
          </li>
        ))}
      </List>
    </section>
  )
}

/** Ways to reach the agency without the form. */
function OtherWays({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-8">
      <h2 className="mb-4 text-subhead">{heading}</h2>
      {children}
      <Call className="link inline-block py-2" />
      <ContactPerson />
      <Proofs className="mt-4 text-small text-quiet" />
    </section>
  )
}

function WriteToUs({ words }: { words: string }) {
  return (
    <p className="text-quiet">
      {words} <MailLink address={agency.email} />
    </p>
  )
}
