import type { ReactNode } from 'react'
import { pages } from '#contract/paths.ts'
import { register } from '#web/content/form-pages.ts'
import { formColumns, FormNotice, FormPage, OtherWays, Points, WriteToUs } from './parts/form-page.tsx'
import './register.css'

/** The words around the registration. What stands above a later step is for the first alone (`register.css`). */
export function RegisterView({ children }: { children?: ReactNode }) {
  return (
    <FormPage
      className={`register-page ${formColumns}`}
      aside={<Aside />}
      asideClassName="lg:sticky lg:top-8 lg:self-start"
    >
      <h1 className="register-title text-display">{register.heading}</h1>
      <div className="register-start">
        <p className="mt-3 text-lead">{register.lead}</p>
        <p className="mt-2 text-quiet">{register.needs}</p>
        <div className="mt-6 mb-8">
          <FormNotice form="registration" />
        </div>
      </div>
      {children}
    </FormPage>
  )
}

function Aside() {
  return (
    <>
      <Points heading={register.safeHeading}>{register.safe}</Points>
      <OtherWays heading={register.otherHeading}>
        <WriteToUs words={register.other} />
        <a href={pages.privacy} className="link inline-block py-2">
          {register.privacy}
        </a>
      </OtherWays>
    </>
  )
}
