import type { ReactNode } from 'react'
import { agency } from '#contract/schemas/agency.ts'
import { contact } from '#web/content/contact.ts'
import { FormNotice } from './parts/form-notice.tsx'

function NextSteps() {
  return (
    <section>
      <h2 className="text-subhead">{contact.stepsHeading}</h2>
      <ol className="mt-4 list-decimal pl-5">
        {contact.steps.map((step) => (
          <li key={step} className="mt-2 pl-1 text-quiet marker:text-ink">
            {step}
          </li>
        ))}
      </ol>
    </section>
  )
}

function OtherWays() {
  return (
    <section className="mt-10 border-t border-line pt-8">
      <h2 className="text-subhead">{contact.otherHeading}</h2>
      <address className="mt-4 text-quiet not-italic">
        <a href={`mailto:${agency.email}`} className="link inline-block py-2 wrap-anywhere">
          {agency.email}
        </a>
        {contact.address.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </address>
    </section>
  )
}

/** The words around the contact form, which is given as the children. */
export function ContactView({ children }: { children?: ReactNode }) {
  return (
    <div className="wrap section grid gap-x-20 gap-y-14 lg:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]">
      <div className="min-w-0">
        <h1 className="text-display">{contact.heading}</h1>
        <p className="mt-4 text-lead text-quiet">{contact.lead}</p>
        <div className="mt-8">
          <FormNotice form="enquiry" />
        </div>
        <div className="mt-10">{children}</div>
      </div>
      <div className="min-w-0 lg:pt-2">
        <NextSteps />
        <OtherWays />
      </div>
    </div>
  )
}
