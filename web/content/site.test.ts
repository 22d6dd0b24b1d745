import { describe, expect, it } from 'vitest'
import { defaultAgency, fillPage } from '#contract/schemas/agency.ts'
import { pages } from '#contract/paths.ts'
import { pageHeads } from '#messages/pages.ts'
import { homePage } from '#messages/site.ts'
import { serviceGroups } from './pages.ts'
import { footerColumns, mainLinks, testimonials } from './site.ts'

const facts = {
  publicUrl: 'https://agency.example',
  year: '2026',
  sandbox: false,
  languages: ['en'] as const,
}

describe('the words of the site', () => {
  it('greet with the agency’s name', () => {
    const title = fillPage(`${homePage.welcome} ${homePage.promise}`, defaultAgency, facts)
    expect(title).toBe('Welcome to the agency, Your Trusted HR Placement Partner')
  })

  it('lead to the pages that the specification names', () => {
    expect(mainLinks.map(({ href }) => href)).toEqual(['/', '/about', '/services', '/contact', '/career'])
    expect(footerColumns.map(({ heading, links }) => [heading, links.map(({ href }) => href)])).toEqual([
      ['Quick Links', ['/', '/about', '/services', '/contact']],
      ['Services', [pages.privacy, pages.terms, pages.refundPolicy, pages.register]],
    ])
  })

  it('name four services for employers and three for job seekers', () => {
    expect(serviceGroups.map(({ services }) => services.length)).toEqual([4, 3])
  })

  it('give each testimonial a name, a picture and a text', () => {
    expect(testimonials).toHaveLength(3)
    for (const { name, monogram, text } of testimonials) expect(name && monogram && text).toBeTruthy()
  })

  it('describe each page by words of its own', () => {
    const heads = Object.values(pageHeads)
    expect(new Set(heads.map(({ title }) => title)).size).toBe(heads.length)
    expect(new Set(heads.map(({ description }) => description)).size).toBe(heads.length)
  })
})
