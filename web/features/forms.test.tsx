import { describe, expect, it } from 'vitest'
import { served } from '#web/ui/served.fixture.ts'
import { CareerForm } from './careers/career-form.tsx'
import { ContactForm } from './enquiries/contact-form.tsx'
import { Registration } from './onboarding/registration.tsx'

describe.each([ContactForm, CareerForm, Registration])('the form of $name', (Form) => {
  it('lets nothing typed reach an address, and holds a press before its code has come', () => {
    const { place } = served(<Form />)
    expect(place.querySelector('form')?.method).toBe('post')
    expect(place.querySelector('form + script')?.textContent).toContain('preventDefault')
  })

  it('is not cut in silence, checked by the browser, styled inline, or dated by the day of the build', () => {
    const { place } = served(<Form />)
    expect(place.querySelector('form')?.noValidate).toBe(true)
    expect(place.querySelectorAll('[maxlength], [required], [style], [max]')).toHaveLength(0)
  })
})
