import { describe, expect, it } from 'vitest'
import { served } from '#web/ui/served.fixture.ts'
import { CareerForm } from './careers/career-form.tsx'
import { ContactForm } from './enquiries/contact-form.tsx'
import { Registration } from './onboarding/registration.tsx'

describe.each([ContactForm, CareerForm, Registration])('the form of $name', (Form) => {
  it('puts nothing typed into an address, and holds a press until its code is loaded', () => {
    const { place } = served(<Form />)
    expect(place.querySelector('form')?.method).toBe('post')
    expect(place.querySelector('form + script')?.textContent).toContain('preventDefault')
  })

  it('is not shortened silently, checked by the browser, styled with attributes, or dated by the day of the build', () => {
    const { place } = served(<Form />)
    expect(place.querySelector('form')?.noValidate).toBe(true)
    expect(place.querySelectorAll('[maxlength], [required], [style], [max]')).toHaveLength(0)
  })
})
