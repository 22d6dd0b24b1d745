import type { Locator, Page } from 'playwright-core'
import { describe } from 'vitest'
import { todayInIndia } from '#contract/dates.ts'
import { pages } from '#contract/paths.ts'
import { expect, HEIGHT, test, PHONE } from '#tests/support/e2e/test.ts'

function headings(page: Page, level: number): Promise<string[]> {
  return page.getByRole('main').getByRole('heading', { level }).allInnerTexts()
}

describe('at a phone’s width', () => {
  test('the home page opens with the welcome over a whole screen, has its sections in their order and its foot, and leads on to About', async ({
    open,
  }) => {
    const page = await open({ width: PHONE })
    await page.goto(pages.home)
    await expectFoot(page.getByRole('contentinfo'))

    const title = page.getByRole('heading', { level: 1 })
    expect((await title.innerText()).replaceAll(/\s+/g, ' ')).toBe(
      'Welcome to the agency, Your Trusted HR Placement Partner',
    )
    const hero = page.locator('section', { has: title })
    const { bottom, height } = await hero.evaluate(
      (element) => element.getBoundingClientRect().toJSON() as DOMRect,
    )
    expect(height).toBeGreaterThan(HEIGHT * 0.85)
    // To a hairline: fractions of a pixel are rounded.
    expect(bottom).toBeGreaterThan(HEIGHT - 4)

    expect(await headings(page, 2)).toEqual([
      'Your Career, Our Commitment',
      'What We Do',
      'Mission',
      'Vision',
      'Testimonials',
    ])
    const about = page.getByRole('region', { name: 'Your Career, Our Commitment' })
    expect(await about.getByText('About Us', { exact: true }).isVisible()).toBe(true)
    expect(await about.innerText()).toContain(
      'connects businesses with top talent and helps job seekers find roles',
    )
    const tiles = page.getByRole('region', { name: 'What We Do' }).getByRole('listitem')
    expect(await tiles.getByRole('heading').allInnerTexts()).toEqual([
      'Information Technology',
      'Healthcare',
      'Finance',
      'Marketing',
      'Engineering',
    ])
    expect(await tiles.locator('svg').count()).toBe(5)

    await page.getByRole('link', { name: 'Learn More' }).click()
    await page.waitForURL('**/about')
    expect(await headings(page, 1)).toEqual(['About the agency'])
  })

  test('seven services stand in two sections, each with a background, an icon, a heading and a text', async ({
    open,
  }) => {
    const page = await open({ width: PHONE })
    await page.goto(pages.services)

    const sections = ['Our Services for Employers', 'Our Services for Job Seekers', 'Tell us what you need']
    expect(await headings(page, 2)).toEqual(sections)
    const banner = page
      .locator('section, div')
      .filter({ has: page.getByRole('heading', { level: 1 }) })
      .last()
    expect(await banner.locator('xpath=..').locator('img').first().isVisible()).toBe(true)
    const cards = (name: string) => page.getByRole('region', { name }).getByRole('listitem')
    const employers = cards('Our Services for Employers')
    const seekers = cards('Our Services for Job Seekers')
    expect(await employers.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
      'Candidate Screening & Shortlisting',
      'Temporary and Permanent Staffing Solutions',
      'Executive Search',
      'Payroll and HR Compliance Support',
    ])
    expect(await seekers.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
      'Personalized Job Search',
      'Interview Preparation',
      'Career Counseling',
    ])
    const backgrounds = new Set<string>()
    for (const card of [...(await employers.all()), ...(await seekers.all())]) {
      expect(await card.locator('svg').count()).toBeGreaterThan(0)
      expect((await card.getByRole('paragraph').innerText()).length).toBeGreaterThan(40)
      const background = await card.evaluate(backgroundOf)
      expect(background).toMatch(/\.(avif|webp)/)
      backgrounds.add(background)
    }
    // Each card shows a cut of its own.
    expect(backgrounds.size).toBe(7)
  })
})

async function expectFoot(foot: Locator): Promise<void> {
  const links = (name: string) =>
    foot
      .getByRole('navigation', { name })
      .getByRole('link')
      .evaluateAll((found) => found.map((link) => link.getAttribute('href')))
  expect(await links('Quick Links')).toEqual(['/', '/about', '/services', '/contact'])
  expect(await foot.getByRole('link', { name: 'Career' }).getAttribute('href')).toBe('/career')
  expect(await links('Services')).toEqual(['/privacy', '/terms', '/refundpolicy', '/register'])
  const all = await foot
    .getByRole('link')
    .evaluateAll((found) =>
      found.map((link) => [
        link.textContent.trim() || link.getAttribute('aria-label'),
        link.getAttribute('href'),
      ]),
    )
  for (const name of ['Privacy Policy', 'Terms of Use', 'Refund Policy']) {
    // Once in the column, once at the bottom.
    expect(all.filter(([words]) => words === name)).toHaveLength(2)
  }
  expect(all).toEqual(
    expect.arrayContaining([
      ['Facebook', 'https://www.facebook.com/'],
      ['Instagram', 'https://www.instagram.com/'],
      ['info@agency.example', 'mailto:info@agency.example'],
    ]),
  )
  const words = await foot.innerText()
  expect(words).toContain('The agency is your trusted HR placement partner.')
  expect(words).toContain(`© ${todayInIndia().slice(0, 4)} The agency`)
}

/** Runs in the page. */
function backgroundOf(card: Element): string {
  const layers = [card, ...card.querySelectorAll('*')].map((element) => getComputedStyle(element))
  const painted = layers.find((style) => style.backgroundImage.includes('url('))
  return painted ? `${painted.backgroundImage} ${painted.backgroundPosition} ${painted.transform}` : 'none'
}
