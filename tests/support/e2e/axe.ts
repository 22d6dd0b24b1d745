import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** WCAG 2.0 to 2.2 at A and AA, what axe calls best practice, and the contrast of 7:1 that the look promises. */
const options: axe.RunOptions = {
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
  },
  rules: { 'target-size': { enabled: true }, 'color-contrast-enhanced': { enabled: true } },
  resultTypes: ['violations'],
}

/** What can be otherwise by night alone. */
const colours: axe.RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'color-contrast-enhanced', 'link-in-text-block'] },
  resultTypes: ['violations'],
}

/** What axe finds wrong with a page as it stands now, one line for each element. */
export async function axeViolations(page: Page, wanted = options): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (run) => (window as unknown as { axe: typeof axe }).axe.run(document, run),
    wanted,
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
}

/** What axe finds by day and, of the colours, by night; nothing moves meanwhile, or they would be half-way between two. */
export async function violationsByDayAndNight(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const [colorScheme, rules] of [
    ['light', options],
    ['dark', colours],
  ] as const) {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
    found.push(...(await axeViolations(page, rules)).map((finding) => `${colorScheme}: ${finding}`))
  }
  return found
}
