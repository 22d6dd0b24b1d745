import type { ReactNode } from 'react'
import { pages } from '#contract/paths.ts'
import { career } from '#web/content/career.ts'
import { FormNotice } from './parts/form-notice.tsx'

function Needs() {
  return (
    <section>
      <h2 className="text-subhead">{career.needHeading}</h2>
      <ul className="mt-4 list-disc pl-5">
        {career.needs.map((need) => (
          <li key={need} className="mt-2 pl-1 text-quiet marker:text-ink">
            {need}
          </li>
        ))}
      </ul>
    </section>
  )
}

function NextSteps() {
  return (
    <section className="mt-10">
      <h2 className="text-subhead">{career.stepsHeading}</h2>
      <ol className="mt-4 list-decimal pl-5">
        {career.steps.map((step) => (
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
      <h2 className="text-subhead">{career.otherHeading}</h2>
      <p className="mt-4 text-quiet">
        {career.other}{' '}
        <a href={`mailto:${career.email}`} className="link inline-block py-2 wrap-anywhere">
          {career.email}
        </a>
      </p>
      <a href={pages.privacy} className="link inline-block py-2">
        {career.privacy}
      </a>
    </section>
  )
}

/** The words around the application form, which is given as the children. */
export function CareerView({ children }: { children?: ReactNode }) {
  return (
    <div className="wrap section grid gap-x-20 gap-y-14 lg:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]">
      <div className="min-w-0">
        <h1 className="text-display">{career.heading}</h1>
        <p className="mt-4 text-lead text-quiet">{career.lead}</p>
        <div className="mt-8">
          <FormNotice form="career" />
        </div>
        <div className="mt-10">{children}</div>
      </div>
      <div className="min-w-0 lg:pt-2">
        <Needs />
        <NextSteps />
        <OtherWays />
      </div>
    </div>
  )
}
