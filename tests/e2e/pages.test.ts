import type { Locator, Page } from 'playwright-core'
import { todayInIndia } from '#contract/dates.ts'
import { pages } from '#contract/paths.ts'
import { expect, HEIGHT, test, PHONE } from '#tests/support/e2e/test.ts'

function headings(page: Page, level: number): Promise<string[]> {
  return page.getByRole('main').getByRole('heading', { level }).allInnerTexts()
}

test('the home page has its welcome, its sections in order and its footer', async ({ open }) => {
  const page = await open({ width: PHONE })
  await page.goto(pages.home)
  await expectFoot(page.getByRole('contentinfo'))

  const title = page.getByRole('heading', { level: 1 })
  expect((await title.innerText()).replaceAll(/\s+/g, ' ')).toBe(
    'Welcome to Sunrise Placements, Your Trusted HR Placement Partner',
  )
  const hero = await page.locator('section', { has: title }).boundingBox()
  expect(hero?.height).toBeGreaterThan(HEIGHT * 0.85)
  // With tolerance for rounded fractions of a pixel.
  expect((hero?.y ?? 0) + (hero?.height ?? 0)).toBeGreaterThan(HEIGHT - 4)

  const sections = ['Your Career, Our Commitment', 'What We Do', 'Mission', 'Vision', 'Testimonials']
  expect(await headings(page, 2)).toEqual(sections)
  const about = page.getByRole('region', { name: 'Your Career, Our Commitment' })
  expect(await about.getByText('About Us', { exact: true }).isVisible()).toBe(true)
  const said = 'connects businesses with top talent and helps job seekers find roles'
  expect(await about.innerText()).toContain(said)
  const tiles = page.getByRole('region', { name: 'What We Do' }).getByRole('listitem')
  const names = ['Information Technology', 'Healthcare', 'Finance', 'Marketing', 'Engineering']
  expect(await tiles.getByRole('heading').allInnerTexts()).toEqual(names)
  expect(await tiles.locator('svg').count()).toBe(5)

  await page.getByRole('link', { name: 'Learn More' }).click()
  await page.waitForURL('**/about')
  expect(await headings(page, 1)).toEqual(['About Sunrise Placements'])
})

const services = {
  'Our Services for Employers': [
    'Candidate Screening & Shortlisting',
    'Temporary and Permanent Staffing Solutions',
    'Executive Search',
    'Payroll and HR Compliance Support',
  ],
  'Our Services for Job Seekers': ['Personalized Job Search', 'Interview Preparation', 'Career Counseling'],
}

test('seven services are in two sections, each with a picture and a text', async ({ open }) => {
  const page = await open({ width: PHONE })
  await page.goto(pages.services)
  expect(await headings(page, 2)).toEqual([...Object.keys(services), 'Tell us what you need'])
  const title = page.getByRole('heading', { level: 1 })
  const banner = page.locator('section, div').filter({ has: title }).last().locator('xpath=..')
  expect(await banner.locator('img').first().isVisible()).toBe(true)
  const backgrounds = new Set<string>()
  for (const [section, names] of Object.entries(services)) {
    const cards = page.getByRole('region', { name: section }).getByRole('listitem')
    expect(await cards.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(names)
    for (const card of await cards.all()) {
      expect(await card.locator('svg').count()).toBeGreaterThan(0)
      expect((await card.getByRole('paragraph').innerText()).length).toBeGreaterThan(40)
      backgrounds.add(await card.evaluate(backgroundOf))
    }
  }
  // Each card shows another part.
  expect([...backgrounds]).toEqual(Array(7).fill(expect.stringMatching(/\.(avif|webp)/)))
})

async function expectFoot(foot: Locator): Promise<void> {
  const links = await foot.getByRole('link').evaluateAll((found) =>
    found.map((link) => {
      const name = link.textContent.trim() || link.getAttribute('aria-label')
      return `${name}: ${link.getAttribute('href')}`
    }),
  )
  // The policies once in the column, once at the bottom.
  const policies = ['Privacy Policy: /privacy', 'Terms of Use: /terms', 'Refund Policy: /refundpolicy']
  expect(links).toEqual([
    ...['Sunrise Placements: /', 'info@agency.example: mailto:info@agency.example', 'Career: /career'],
    ...['Facebook: https://www.facebook.com/', 'Instagram: https://www.instagram.com/'],
    ...['Home: /', 'About: /about', 'Services: /services', 'Contact: /contact'],
    ...[...policies, 'Register: /register', ...policies],
  ])
  const words = await foot.innerText()
  expect(words).toContain('Sunrise Placements is your trusted HR placement partner.')
  expect(words).toContain(`© ${todayInIndia().slice(0, 4)} Sunrise Placements`)
}

/** Runs in the page. */
function backgroundOf(card: Element): string {
  const layers = [card, ...card.querySelectorAll('*')].map((element) => getComputedStyle(element))
  const painted = layers.find((style) => style.backgroundImage.includes('url('))
  return painted ? `${painted.backgroundImage} ${painted.backgroundPosition} ${painted.transform}` : 'none'
}
