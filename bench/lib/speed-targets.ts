import { pages } from '#contract/paths.ts'
import { kB, ms } from './figures.ts'
import type { Hero } from './hero.ts'
import type { Measured } from './page-speed.ts'
import type { Target } from './report.ts'
import { handWritten } from './site-copy.ts'

/** The worst of several, with the page it was seen on, beside its limit. */
function atMost(
  what: string,
  list: readonly Measured[],
  limit: { figure: (page: Measured) => number; most: number; show: (value: number) => string },
): Target {
  const worst = list.toSorted((a, b) => limit.figure(b) - limit.figure(a))[0]
  const value = worst ? limit.figure(worst) : NaN
  return {
    what,
    measured: `${limit.show(value)} (\`${worst?.path}\`)`,
    asked: `≤ ${limit.show(limit.most)}`,
    met: value <= limit.most,
  }
}

function besideHand(
  all: readonly Measured[],
  wanted: { path: '/' | '/contact'; figure: 'lcp' | 'fcp'; most: number },
): Target {
  const value = (path: string) => all.find((page) => page.path === path)?.[wanted.figure] ?? NaN
  const [ours, hand] = [value(wanted.path), value(handWritten[wanted.path])]
  const ratio = ours / hand
  return {
    what: `\`${wanted.path}\` ${wanted.figure.toUpperCase()} beside the hand-written page`,
    measured: `${ms(ours)} : ${ms(hand)} = ${ratio.toFixed(3)}`,
    asked: `≤ ${wanted.most.toFixed(2)}`,
    met: ratio <= wanted.most,
  }
}

/** What the pages were asked to be. */
export function speedTargets(all: readonly Measured[], heroes: readonly Hero[]): Target[] {
  const ours = all.filter(({ path }) => !path.startsWith('/hand-written/'))
  const formPages: string[] = [pages.contact, pages.career, pages.register]
  const forms = ours.filter(({ path }) => formPages.includes(path))
  const content = ours.filter(({ path }) => !formPages.includes(path))
  return [
    ...contentTargets(content),
    besideHand(all, { path: '/', figure: 'lcp', most: 1.05 }),
    atMost(
      '`/contact`: JavaScript',
      forms.filter(({ path }) => path === pages.contact),
      { figure: script, most: 90_000, show: kB },
    ),
    besideHand(all, { path: '/contact', figure: 'fcp', most: 1.1 }),
    besideHand(all, { path: '/contact', figure: 'lcp', most: 1.1 }),
    scores('Lighthouse, content pages', content, 100),
    scores('Lighthouse, form pages', forms, 99),
    atMost('CLS, every page', ours, { figure: ({ cls }) => cls, most: 0, show: String }),
    ...heroes.map((hero, at) => heroTarget(hero, at === 0 ? 30_000 : 100_000)),
  ]
}

function script({ bytes }: Measured): number {
  return bytes.script
}

function contentTargets(content: readonly Measured[]): Target[] {
  const kilobytes = { show: kB }
  const counted = { show: String }
  return [
    atMost('content pages: JavaScript', content, { figure: script, most: 8000, ...kilobytes }),
    atMost('content pages: HTML + CSS', content, {
      figure: ({ bytes }) => bytes.markup,
      most: 20_000,
      ...kilobytes,
    }),
    atMost('content pages: requests', content, {
      figure: ({ requests }) => requests.length,
      most: 5,
      ...counted,
    }),
    atMost('content pages: tasks over 50 ms', content, {
      figure: (page) => page.longTasks,
      most: 0,
      ...counted,
    }),
  ]
}

function scores(what: string, list: readonly Measured[], performance: number): Target {
  const low = list.filter(({ scores: { performance: speed, ...others } }) => {
    return speed < performance || Object.values(others).some((score) => score < 100)
  })
  const shown = low.map(({ path, scores: found }) => `\`${path}\` ${Object.values(found).join('/')}`)
  return {
    what,
    measured:
      low.length === 0
        ? `all ${performance === 100 ? '100' : `100, performance ≥ ${performance}`}`
        : shown.join(', '),
    asked: performance === 100 ? '100/100/100/100' : `${performance} performance tolerated, 100 the others`,
    met: low.length === 0,
  }
}

function heroTarget(hero: Hero, most: number): Target {
  const whole = hero.type === 'image/avif' && hero.ready && hero.fallback
  return {
    what: `hero picture, ${hero.screen}`,
    measured: `${kB(hero.bytes)} ${hero.type}`,
    asked: `≤ ${kB(most)}, AVIF with a fallback, sized, not lazy`,
    met: hero.bytes <= most && whole,
  }
}
