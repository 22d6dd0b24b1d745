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
})
