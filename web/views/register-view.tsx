import type { ReactNode } from 'react'
import { pages } from '#contract/paths.ts'
import { registerPage } from '#messages/form-pages.ts'
import { here } from '#web/lib/language.ts'
import { formColumns, FormNotice, FormPage, OtherWays, Points, WriteToUs } from './parts/form-page.tsx'

/** The words around the registration. What stands above a later step is for the first alone, the title for the ear. */
export function RegisterView({ children }: { children?: ReactNode }) {
  return (
    <FormPage
      className={`group/register pt-[clamp(1.5rem,5vw,4rem)] ${formColumns}`}
      aside={<Aside />}
      asideClassName="lg:sticky lg:top-8 lg:self-start"
    >
      <h1 className="text-display group-has-data-later/register:sr-only">{registerPage.heading}</h1>
      <div className="group-has-data-later/register:hidden">
        <p className="mt-3 text-lead">{registerPage.lead}</p>
        <p className="mt-2 text-quiet">{registerPage.needs}</p>
        <div className="mt-6 mb-8">
          <FormNotice form="registration" />
        </div>
      </div>
      <div className="hidden max-w-form rounded-card border border-line bg-panel px-5 py-4 noscript:block">
        <WriteToUs words={registerPage.noScript} />
      </div>
      <div className="noscript:hidden">{children}</div>
    </FormPage>
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
