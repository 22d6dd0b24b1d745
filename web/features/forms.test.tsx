import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { CareerForm } from './careers/career-form.tsx'
import { ContactForm } from './enquiries/contact-form.tsx'
import { Registration } from './onboarding/registration.tsx'

describe.each([ContactForm, CareerForm, Registration])('the form of $name', (Form) => {
  const html = renderToStaticMarkup(<Form />)

  it('lets nothing typed reach an address, and holds a press before its code has come', () => {
    expect(html).toMatch(/<form[^>]* method="post"/)
    expect(html).toMatch(/<\/form><script>[^<]*preventDefault/)
  })

  it('is not cut in silence, checked by the browser, styled inline, or dated by the day of the build', () => {
    expect(html).toMatch(/<form[^>]* noValidate=""/)
    expect(html).not.toMatch(/maxlength|\srequired=|\sstyle=|\smax=/i)
  })
})
