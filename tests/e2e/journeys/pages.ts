import { pages } from '#contract/paths.ts'
import { PHONE, soon } from '#tests/support/e2e/test.ts'
import type { Tab } from './browser.ts'
import { at, button, click, see, untilFocused, type Visitor } from './visitor.ts'

const menu = '//dialog[@open]'

/** On a phone the menu over the whole screen, on a desktop the links in the bar. */
export async function useMenu({ tab, site }: Visitor): Promise<void> {
  await tab.open(site.url + pages.home)
  const isPhone = (await tab.run(() => innerWidth)) === PHONE
  if (isPhone) {
    await click(tab, button('Menu'))
    await untilFocused(tab, menu + button('Close'))
    await tab.press('Escape')
    await untilFocused(tab, button('Menu'))
    await tab.press('Enter')
  }
  await click(tab, `${isPhone ? menu : '//header'}//a[normalize-space()="Services"]`)
  await at(tab, pages.services)
}

export async function turnCarousel({ tab, site }: Visitor): Promise<void> {
  await tab.open(site.url + pages.home)
  const next = button('Next testimonial')
  await see(tab, next)
  for (const index of [1, 2, 0]) {
    await click(tab, next)
    await soon(() => slidesInFrame(tab)).toEqual([index])
  }
  await click(tab, button('Previous testimonial'))
  await soon(() => slidesInFrame(tab)).toEqual([2])
}

function slidesInFrame(tab: Tab): Promise<number[]> {
  return tab.run(() =>
    [...document.querySelectorAll('[aria-roledescription="slide"]')].flatMap((slide, index) => {
      const box = slide.getBoundingClientRect()
      const frame = slide.parentElement?.getBoundingClientRect() ?? box
      const isInside = box.right > frame.left + 1 && box.left < frame.right - 1
      return isInside && slide.checkVisibility({ visibilityProperty: true }) ? [index] : []
    }),
  )
}
