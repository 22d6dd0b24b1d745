import { expect, test } from 'vitest'
import { served } from '#web/ui/served.fixture.ts'
import { Testimonials } from './testimonials.tsx'

test('the testimonials have the roles and names of the carousel pattern', () => {
  const { place, getByRole, getAllByRole } = served(<Testimonials />)
  const carousel = getByRole('region')
  expect(carousel.getAttribute('aria-roledescription')).toBe('carousel')
  expect(carousel.getAttribute('aria-labelledby')).toBe('testimonials')
  const slides = getAllByRole('group').filter((one) => one.getAttribute('aria-roledescription') === 'slide')
  expect(slides.map((slide) => slide.getAttribute('aria-label'))).toEqual(['1 of 3', '2 of 3', '3 of 3'])
  const live = [...place.querySelectorAll('[aria-live]')]
  expect(live.map(({ id }) => id)).toEqual(['testimonial-slides'])
  for (const slide of slides) expect(live[0]?.contains(slide)).toBe(true)
})
