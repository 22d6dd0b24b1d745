import { describe, expect, it } from 'vitest'
import { pages } from '#contract/paths.ts'
import { pageHeads } from '#messages/pages.ts'
import { footerColumns, mainLinks } from './site.ts'

describe('the words of the site', () => {
  it('lead to the pages that the specification names', () => {
    expect(mainLinks.map(({ href }) => href)).toEqual(['/', '/about', '/services', '/contact', '/career'])
    expect(footerColumns.map(({ heading, links }) => [heading, links.map(({ href }) => href)])).toEqual([
      ['Quick Links', ['/', '/about', '/services', '/contact']],
      ['Services', [pages.privacy, pages.terms, pages.refundPolicy, pages.register]],
    ])
  })

  it('describe each page by words of its own', () => {
    const heads = Object.values(pageHeads)
    expect(new Set(heads.map(({ title }) => title)).size).toBe(heads.length)
    expect(new Set(heads.map(({ description }) => description)).size).toBe(heads.length)
  })
})
