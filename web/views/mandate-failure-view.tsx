import type { ReactNode } from 'react'
import { mandateFailure } from '#web/content/mandate-failure.ts'

function Sentences({ heading, children }: { heading: string; children: readonly string[] }) {
  return (
    <section className="mb-10">
      <h2 className="text-subhead">{heading}</h2>
      <ul className="mt-4 list-disc pl-5">
        {children.map((sentence) => (
          <li key={sentence} className="mt-2 pl-1 text-quiet marker:text-ink">
            {sentence}
          </li>
        ))}
      </ul>
    </section>
  )
}

function WriteToUs({ words }: { words: string }) {
  return (
    <p className="text-quiet">
      {words}{' '}
      <a href={`mailto:${mandateFailure.email}`} className="link inline-block py-2 wrap-anywhere">
        {mandateFailure.email}
      </a>
    </p>
  )
}

/** The words around the mandate that is set up again, which is given as the children. */
export function MandateFailureView({ children }: { children?: ReactNode }) {
  return (
    <div className="wrap section grid gap-x-20 gap-y-14 lg:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]">
      <div className="min-w-0">
        <h1 className="text-display">{mandateFailure.heading}</h1>
        <p className="mt-4 text-lead text-quiet">{mandateFailure.lead}</p>
        <noscript>
          <WriteToUs words={mandateFailure.noScript} />
        </noscript>
        <h2 className="mt-10 mb-6 text-heading">{mandateFailure.formHeading}</h2>
        {children}
      </div>
      <div className="min-w-0 lg:pt-2">
        <Sentences heading={mandateFailure.reasonsHeading}>{mandateFailure.reasons}</Sentences>
        <Sentences heading={mandateFailure.safeHeading}>{mandateFailure.safe}</Sentences>
        <section className="border-t border-line pt-8">
          <h2 className="mb-3 text-subhead">{mandateFailure.otherHeading}</h2>
          <WriteToUs words={mandateFailure.other} />
        </section>
      </div>
    </div>
  )
}
