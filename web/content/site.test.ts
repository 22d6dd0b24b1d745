import { expect, it } from 'vitest'
import { mainLinks } from './site.ts'

it('the menu leads to the pages that the specification names, in its order', () => {
  expect(mainLinks.map(({ href }) => href)).toEqual(['/', '/about', '/services', '/contact', '/career'])
})
