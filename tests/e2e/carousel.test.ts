import type { Locator, Page } from 'playwright-core'
import { pages } from '#contract/paths.ts'
import { expect, hasFocus, PHONE, soon, test } from '#tests/support/e2e/test.ts'

const names = ['Anita Patel', 'Rahul Mehta', 'Farah Shaikh']

async function openCarousel(page: Page) {
  await page.goto(pages.home)
  const region = page.getByRole('region', { name: 'Testimonials', exact: true })
  await region.scrollIntoViewIfNeeded()
  return {
    region,
    next: region.getByRole('button', { name: 'Next testimonial' }),
    previous: region.getByRole('button', { name: 'Previous testimonial' }),
    dots: region.getByRole('group', { name: 'Choose a testimonial' }).getByRole('button'),
  }
}

/** Returns the numbers, from 0, of the slides that are visible and at rest in the middle. */
function shown({ region }: { region: Locator }): Promise<number[]> {
  return region.locator('[aria-roledescription="slide"]').evaluateAll((slides) =>
    slides.flatMap((slide, index) => {
      const box = slide.getBoundingClientRect()
      const frame = slide.parentElement?.getBoundingClientRect() ?? box
      const inside = box.right > frame.left + 1 && box.left < frame.right - 1
      return inside && slide.checkVisibility({ visibilityProperty: true }) ? [index] : []
    }),
  )
}

test('on a phone each is shown in the middle, and none turns by itself', async ({ open }) => {
  const page = await open({ width: PHONE, isFresh: true })
  await page.clock.install()
  const carousel = await openCarousel(page)
  const slides = carousel.region.locator('[aria-roledescription="slide"]')
  const places = () => slides.evaluateAll((all) => all.map((slide) => slide.getBoundingClientRect().x))
  const before = await places()
  await page.clock.runFor(60_000)
  expect(await places()).toEqual(before)
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)

  const turn = await slides.first().evaluate((slide) => {
    const { transitionProperty, transitionDuration } = getComputedStyle(slide)
    return [transitionProperty.split(', ')[0], transitionDuration.split(', ')[0]]
  })
  expect(turn).toEqual(['translate', '0.5s'])
  for (const index of names.keys()) {
    await carousel.dots.nth(index).click()
    await soon(() => shown(carousel)).toEqual([index])
    const box = await carousel.region.locator('figure').nth(index).boundingBox()
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - PHONE / 2)).toBeLessThanOrEqual(8)
  }
})

test('they loop both ways by buttons, keys and a finger, without motion if preferred', async ({ open }) => {
  const page = await open({ width: PHONE, hasTouch: true, reducedMotion: 'reduce' })
  const carousel = await openCarousel(page)
  await page.evaluate(countMoves)
  const { region, next, previous } = carousel
  for (const index of [1, 2, 0, 1]) {
    await next.click()
    await soon(() => shown(carousel)).toEqual([index])
  }
  for (const index of [0, 2, 1, 0]) {
    await previous.click()
    await soon(() => shown(carousel)).toEqual([index])
  }
  expect(await page.evaluate('window.moves')).toBe(0)
  // The buttons keep the focus, and hidden slides are no stops.
  await next.focus()
  await page.keyboard.press('Enter')
  await soon(() => shown(carousel)).toEqual([1])
  await page.keyboard.press('Space')
  await soon(() => shown(carousel)).toEqual([2])
  expect(await hasFocus(next)).toBe(true)
  const slides = region.locator('[aria-roledescription="slide"]')
  const inert = () => slides.evaluateAll((all) => all.map((slide) => (slide as HTMLElement).inert))
  expect(await inert()).toEqual([true, true, false])
  expect(await region.getByRole('figure').count()).toBe(1)

  const box = await region.locator('figure').last().boundingBox()
  const y = (box?.y ?? 0) + 100
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] })
  await touch('touchStart', 300)
  for (const x of [180, 80]) await touch('touchMove', x)
  await touch('touchEnd')
  await soon(() => shown(carousel)).toEqual([0])
  // In forced colours the current one is still distinguished by its dot.
  await page.emulateMedia({ forcedColors: 'active' })
  const [current, other] = [await carousel.dots.nth(0).screenshot(), await carousel.dots.nth(1).screenshot()]
  expect(current.equals(other)).toBe(false)
})

/** Runs in the page: counts what begins to move from now on, however soon it ends. */
function countMoves(): void {
  Object.assign(window, { moves: 0 })
  for (const name of ['transitionrun', 'animationstart']) {
    addEventListener(name, () => void ((window as unknown as { moves: number }).moves += 1), true)
  }
}
