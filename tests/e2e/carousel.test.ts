import type { Locator, Page } from 'playwright-core'
import { describe } from 'vitest'
import { pages } from '#contract/paths.ts'
import { expect, hasFocus, type Open, PHONE, soon, test, widths } from '#tests/support/e2e/test.ts'

const names = ['Anita Patel', 'Rahul Mehta', 'Farah Shaikh']

interface Carousel {
  page: Page
  region: Locator
  next: Locator
  previous: Locator
  dots: Locator
}

async function openCarousel(open: Open, options: Parameters<Open>[0] = {}): Promise<Carousel> {
  const page = await open(options)
  await page.goto(pages.home)
  const region = page.getByRole('region', { name: 'Testimonials', exact: true })
  await region.scrollIntoViewIfNeeded()
  return {
    page,
    region,
    next: region.getByRole('button', { name: 'Next testimonial' }),
    previous: region.getByRole('button', { name: 'Previous testimonial' }),
    dots: region.getByRole('group', { name: 'Choose a testimonial' }).getByRole('button'),
  }
}

/** Numbers, from 0, of the slides that a person can see and that stand still in the middle. */
function shown({ region }: Carousel): Promise<number[]> {
  return region.locator('[aria-roledescription="slide"]').evaluateAll((slides) =>
    slides.flatMap((slide, index) => {
      const box = slide.getBoundingClientRect()
      const frame = slide.parentElement?.getBoundingClientRect() ?? box
      const inside = box.right > frame.left + 1 && box.left < frame.right - 1
      return inside && slide.checkVisibility({ visibilityProperty: true }) ? [index] : []
    }),
  )
}

describe.for(widths)('the testimonials at %i pixels', (width) => {
  test('show one at a time, in the middle', async ({ open }) => {
    const carousel = await openCarousel(open, { width })
    for (const index of names.keys()) {
      await carousel.dots.nth(index).click()
      await soon(() => shown(carousel)).toEqual([index])
      const box = await carousel.region.locator('figure').nth(index).boundingBox()
      expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThanOrEqual(8)
    }
  })

  test('loop both ways', async ({ open }) => {
    // Without waiting for each turn.
    const carousel = await openCarousel(open, { width, reducedMotion: 'reduce' })
    for (const index of [1, 2, 0, 1]) {
      await carousel.next.click()
      await soon(() => shown(carousel)).toEqual([index])
    }
    for (const index of [0, 2, 1, 0]) {
      await carousel.previous.click()
      await soon(() => shown(carousel)).toEqual([index])
    }
  })
})

test('the testimonials carry the roles and names of the carousel pattern', async ({ open }) => {
  const { region, dots, next, previous } = await openCarousel(open)

  expect(await region.getAttribute('aria-roledescription')).toBe('carousel')
  const slides = region.locator('[aria-roledescription="slide"]')
  expect(await slides.evaluateAll((all) => all.map((slide) => slide.getAttribute('role')))).toEqual(
    Array(3).fill('group'),
  )
  expect(await slides.evaluateAll((all) => all.map((slide) => slide.getAttribute('aria-label')))).toEqual([
    '1 of 3',
    '2 of 3',
    '3 of 3',
  ])
  expect(await dots.allInnerTexts()).toEqual([
    'Testimonial 1 of 3',
    'Testimonial 2 of 3',
    'Testimonial 3 of 3',
  ])
  const live = region.locator('[aria-live]')
  expect(await live.count()).toBe(1)
  expect(await live.getAttribute('aria-live')).toBe('polite')
  expect(await live.locator('[aria-roledescription="slide"]').count()).toBe(3)
  const id = await live.getAttribute('id')
  for (const button of [next, previous, ...(await dots.all())]) {
    expect(await button.getAttribute('aria-controls')).toBe(id)
  }
})

test('a turn takes 500 milliseconds', async ({ open }) => {
  const { region } = await openCarousel(open)
  const [property, duration] = await region
    .locator('[aria-roledescription="slide"]')
    .first()
    .evaluate((slide) => {
      const { transitionProperty, transitionDuration } = getComputedStyle(slide)
      return [transitionProperty.split(', ')[0], transitionDuration.split(', ')[0]]
    })
  expect({ property, duration }).toEqual({ property: 'transform', duration: '0.5s' })
})

test('under reduced motion nothing moves: the next one is simply there', async ({ open }) => {
  const carousel = await openCarousel(open, { reducedMotion: 'reduce' })
  const moving = () =>
    carousel.page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    )

  await carousel.next.click()
  expect(await moving()).toBe(0)
  expect(await shown(carousel)).toEqual([1])
})

test('nothing turns by itself, however long one waits', async ({ open }) => {
  const page = await open()
  await page.clock.install()
  await page.goto(pages.home)
  const slides = page.locator('[aria-roledescription="slide"]')
  const places = () => slides.evaluateAll((all) => all.map((slide) => slide.getBoundingClientRect().x))

  const before = await places()
  await page.clock.runFor(60_000)
  expect(await places()).toEqual(before)
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
})

test('by keyboard: the buttons turn and keep the focus, and what is hidden is no stop', async ({ open }) => {
  const carousel = await openCarousel(open)
  const { page, region, next } = carousel
  await next.focus()
  await page.keyboard.press('Enter')
  await soon(() => shown(carousel)).toEqual([1])
  await page.keyboard.press('Space')
  await soon(() => shown(carousel)).toEqual([2])
  expect(await hasFocus(next)).toBe(true)

  const slides = region.locator('[aria-roledescription="slide"]')
  expect(await slides.evaluateAll((all) => all.map((slide) => (slide as HTMLElement).inert))).toEqual([
    true,
    true,
    false,
  ])
  expect(await region.getByRole('figure').count()).toBe(1)
})

test('a finger turns them too', async ({ open }) => {
  // A finger is put down where the picture stands, so the page is not to be on its way there.
  const carousel = await openCarousel(open, { width: PHONE, hasTouch: true, reducedMotion: 'reduce' })
  const { page, region } = carousel
  const box = await region.locator('figure').first().boundingBox()
  const y = (box?.y ?? 0) + 100
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] })

  await touch('touchStart', 300)
  await touch('touchMove', 180)
  await touch('touchMove', 80)
  await touch('touchEnd')
  await soon(() => shown(carousel)).toEqual([1])
})
