import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Sandbox } from './sandbox.tsx'

const html = renderToStaticMarkup(<Sandbox />)

test('the numbers that choose trouble are listed', () => {
  const rows = [...html.matchAll(/<tr><th scope="row">(\d{4})<\/th><td>([^<]+)</g)]
  expect(rows).toHaveLength(10)
  expect(rows[4]?.slice(1)).toEqual(['0005', 'There is never an answer'])
})

test('each part can be reached at once', () => {
  const links = [...html.matchAll(/<li><a href="#([^"]+)"/g)].map(([, id]) => id)
  expect(links).toEqual(['messages', 'mandates', 'numbers'])
  for (const id of links) expect(html).toContain(`<h2 class="text-title" id="${id}">`)
})
