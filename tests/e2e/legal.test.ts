import type { Page } from 'playwright-core'
import { pages } from '#contract/paths.ts'
import { expect, test } from '#tests/support/e2e/test.ts'

test('the privacy policy has every section, in its order, with prose under each', async ({ open }) => {
  const page = await open()
  await page.goto(pages.privacy)

  expect(await mainText(page)).toContain('Last modified 15 February 2025')
  expect(await sectionsWithProse(page)).toEqual([
    'Introduction',
    'Anyone Under the Age of 18',
    'Information We Collect',
    'Information You Provide',
    'Automatic Data Collection',
    'Third-Party Use of Cookies',
    'How We Use Your Information',
    'Disclosure',
    'Choices',
    'Accessing and Correcting',
    'Governing Law',
    'Data Security',
    'Changes to the Policy',
    'Contact Information',
    'Using Your Rights',
  ])
  const contact = page.getByRole('region', { name: 'Contact Information' })
  expect(await contact.innerText()).toContain('395002')
  expect(await contact.getByRole('link', { name: 'info@agency.example' }).count()).toBe(1)
})

test('the refund policy states each of its rules', async ({ open }) => {
  const page = await open()
  await page.goto(pages.refundPolicy)

  const text = await mainText(page)
  expect(text).toContain('Last Updated 15 February 2025')
  const rules = [
    'All payments made to us are non-refundable, unless the law requires',
    'The 90 days run from the effective date of your agreement',
    'in writing, within 10 days after the 90 days end',
    'we refund the service fee in full',
    'credited to the original payment method within 5 to 7 business days',
    'your sole remedy',
    'no refund is due, even if you refuse it',
    'no partial or pro-rated refunds',
    'only at our discretion',
    'Error',
    'Fraud',
    'Non-performance',
    'A chargeback made without first contacting support may lead to suspension',
    'legal action',
    'documentation of your interview participation',
  ]
  expect(rules.filter((rule) => !text.includes(rule))).toEqual([])
  expect((await sectionsWithProse(page)).length).toBeGreaterThanOrEqual(8)
})

test('the terms of use keep the sentences the specification names', async ({ open }) => {
  const page = await open()
  await page.goto(pages.terms)

  const text = await mainText(page)
  expect(text).toMatch(/Last modified 15 (Feb|February) 2025/)
  for (const sentence of [
    'users who are 25 years of age or older',
    'persons located in the United States',
    'within one year after the cause of action arises',
    'courts of Surat, India',
  ]) {
    expect(text).toContain(sentence)
  }
  expect((await sectionsWithProse(page)).length).toBeGreaterThanOrEqual(10)
})

test('legal pages print without the bars, lists and notes around them', async ({ open }) => {
  const page = await open()
  for (const path of [pages.privacy, pages.terms, pages.refundPolicy]) {
    await page.goto(path)
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
    for (const chrome of ['banner', 'contentinfo', 'navigation', 'complementary'] as const) {
      for (const element of await page.getByRole(chrome).all()) expect(await element.isVisible()).toBe(false)
    }
    expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(10_000)
    await page.emulateMedia({ media: 'screen' })
    expect(await page.getByRole('contentinfo').isVisible()).toBe(true)
  }
})

function mainText(page: Page): Promise<string> {
  return page.getByRole('main').innerText()
}

/** The headings of the sections that hold at least a paragraph's worth of prose. */
async function sectionsWithProse(page: Page): Promise<string[]> {
  const sections = await page.getByRole('main').getByRole('region').all()
  const named: string[] = []
  for (const section of sections) {
    const heading = await section.getByRole('heading', { level: 2 }).innerText()
    const prose = await section.innerText()
    if (prose.length > heading.length + 120) named.push(heading)
  }
  return named
}
