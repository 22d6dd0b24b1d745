import type { ReactNode } from 'react'
import { signAgreement } from '#web/content/sign-agreement.ts'

function WriteToUs({ words }: { words: string }) {
  return (
    <p className="text-quiet">
      {words}{' '}
      <a href={`mailto:${signAgreement.email}`} className="link inline-block py-2 wrap-anywhere">
        {signAgreement.email}
      </a>
    </p>
  )
}

/** The words around the agreement that is signed, which is given as the children. */
export function SignAgreementView({ children }: { children?: ReactNode }) {
  return (
    <div className="wrap section grid gap-x-16 gap-y-14 lg:grid-cols-[minmax(0,48rem)_minmax(0,1fr)]">
      <div className="min-w-0">
        <h1 className="text-display">{signAgreement.heading}</h1>
        <p className="mt-4 mb-10 text-lead text-quiet">{signAgreement.lead}</p>
        <noscript>
          <WriteToUs words={signAgreement.noScript} />
        </noscript>
        {children}
      </div>
      <div className="min-w-0 lg:pt-2">
        <section className="mb-10">
          <h2 className="text-subhead">{signAgreement.whatHeading}</h2>
          <ul className="mt-4 list-disc pl-5">
            {signAgreement.what.map((sentence) => (
              <li key={sentence} className="mt-2 pl-1 text-quiet marker:text-ink">
                {sentence}
              </li>
            ))}
          </ul>
        </section>
        <section className="border-t border-line pt-8">
          <h2 className="mb-3 text-subhead">{signAgreement.otherHeading}</h2>
          <WriteToUs words={signAgreement.other} />
        </section>
      </div>
    </div>
  )
}
