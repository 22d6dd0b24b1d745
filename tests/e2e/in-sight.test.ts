import type { Page } from 'playwright-core'
import { pages } from '#contract/paths.ts'
import { openMandateStep } from '#tests/support/e2e/mandate.ts'
import { newAadhaar, openRegister, verify } from '#tests/support/e2e/register.ts'
import { expect, PHONE, soon, test } from '#tests/support/e2e/test.ts'

/** What has the focus, from its label to its message, and where the toasts end. */
function inUse(page: Page) {
  return page.evaluate(() => {
    const { top, bottom } = (
      document.activeElement?.closest('[data-field]') ?? document.body
    ).getBoundingClientRect()
    const toasts = [...document.querySelectorAll('[data-toast]')].map(
      (toast) => toast.getBoundingClientRect().bottom,
    )
    return { toasts: toasts.length, isSeen: top >= Math.max(0, ...toasts) && bottom <= innerHeight }
  })
}

test.for([
  { path: pages.contact, press: 'Submit', toasts: 0 },
  { path: pages.career, press: 'Submit', toasts: 0 },
  { path: pages.register, press: 'Next', toasts: 1 },
])(
  'a wrong field that gets the focus is seen from its label to its message: $path',
  async ({ path, press, toasts }, { open }) => {
    const page = await open({ width: PHONE })
    await page.goto(path)
    await page.locator('form[data-awake]').waitFor()
    await page.getByRole('button', { name: press, exact: true }).click()
    await page.locator('[aria-invalid="true"]:focus').waitFor()
    await soon(() => inUse(page)).toEqual({ toasts, isSeen: true })
  },
)

/** How what has the focus was seen last while a toast was there. */
function watchToasts(): void {
  function look() {
    const toast = document.querySelector('[data-toast]')?.getBoundingClientRect()
    const part = document.activeElement?.closest('[data-field]')?.getBoundingClientRect()
    if (toast && part) document.body.dataset['clear'] = String(part.top >= toast.bottom)
    requestAnimationFrame(look)
  }
  look()
}

test('a toast lies over nothing that has the focus', async ({ open, site }) => {
  const page = await open({ width: PHONE })
  const form = await openRegister(page)
  await page.evaluate(watchToasts)
  await verify({ form, site }, 'aadhaar', newAadhaar())
  await form.toasts.first().waitFor({ state: 'detached' })
  expect(await page.locator('body').getAttribute('data-clear')).toBe('true')
})

test('on a phone the fields of step 1 and step 2 begin soon, and the notice stands before the first', async ({
  open,
  site,
}) => {
  const { page, wizard } = await openMandateStep({ open, site }, { width: PHONE })
  const depth = (name: string) =>
    page.locator(`[name="${name}"]`).evaluate((one) => one.getBoundingClientRect().top + scrollY)
  expect(await depth('accountName')).toBeLessThanOrEqual(560)
  await wizard.back.click()
  await wizard.heading(1).waitFor()
  expect(await depth('aadhaar_no')).toBeLessThanOrEqual(1000)
  expect(await page.locator('[data-notice]').isVisible()).toBe(true)
})
