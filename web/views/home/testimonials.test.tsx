import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Testimonials } from './testimonials.tsx'

const html = renderToStaticMarkup(<Testimonials />)

test('the testimonials carry the roles and names of the carousel pattern', () => {
  expect(html).toMatch(/^<section [^>]*aria-roledescription="carousel" aria-labelledby="testimonials"/)
  const slide = /role="group" aria-roledescription="slide" aria-label="([^"]+)"/g
  const [, live = ''] =
    /<div id="testimonial-slides"[^>]* aria-live="polite">(.*?)<\/figure><\/div><\/div>/.exec(html) ?? []
  expect([...live.matchAll(slide)].map(([, name]) => name)).toEqual(['1 of 3', '2 of 3', '3 of 3'])
  expect(html.match(/aria-live/g)).toHaveLength(1)

  const buttons = [
    ...html.matchAll(/<button[^>]* aria-controls="testimonial-slides".*?<span class="sr-only">([^<]+)</g),
  ]
  expect(buttons.map(([, name]) => name)).toEqual([
    'Previous testimonial',
    'Testimonial 1 of 3',
    'Testimonial 2 of 3',
    'Testimonial 3 of 3',
    'Next testimonial',
  ])
  expect(html.match(/<button/g)).toHaveLength(buttons.length)
})
