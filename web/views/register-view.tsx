import type { ReactNode } from 'react'
import { pages } from '#contract/paths.ts'
import { register } from '#web/content/register.ts'
import { FormNotice } from './parts/form-notice.tsx'
import './register.css'

function Safety() {
  return (
    <section>
      <h2 className="text-subhead">{register.safeHeading}</h2>
      <ul className="mt-4 list-disc pl-5">
        {register.safe.map((sentence) => (
          <li key={sentence} className="mt-2 pl-1 text-quiet marker:text-ink">
            {sentence}
          </li>
        ))}
      </ul>
    </section>
  )
}

function OtherWays() {
  return (
    <section className="mt-10 border-t border-line pt-8">
      <h2 className="text-subhead">{register.otherHeading}</h2>
      <p className="mt-4 text-quiet">
        {register.other}{' '}
        <a href={`mailto:${register.email}`} className="link inline-block py-2 wrap-anywhere">
          {register.email}
        </a>
      </p>
      <a href={pages.privacy} className="link inline-block py-2">
        {register.privacy}
      </a>
    </section>
  )
}

/**
 * The words around the registration, which is given as the children; what is needed for it is said before it begins. What
 * stands above a later step is for the first alone (`register.css`).
 */
export function RegisterView({ children }: { children?: ReactNode }) {
  return (
    <div className="register-page wrap section grid gap-x-20 gap-y-14 lg:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]">
      <div className="min-w-0">
        <h1 className="register-title text-display">{register.heading}</h1>
        <div className="register-start">
          <p className="mt-3 text-lead">{register.lead}</p>
          <p className="mt-2 text-quiet">{register.needs}</p>
          <div className="mt-6 mb-8">
            <FormNotice form="registration" />
          </div>
        </div>
        {children}
      </div>
      {/* Beside the form at every step: what people ask themselves while they fill it in. */}
      <div className="min-w-0 lg:sticky lg:top-8 lg:self-start lg:pt-2">
        <Safety />
        <OtherWays />
      </div>
    </div>
  )
}
