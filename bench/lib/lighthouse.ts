import lighthouse from 'lighthouse'
import type { Browser } from './browser.ts'
import { median } from './figures.ts'

export interface Request {
  url: string
  /** Lighthouse's word: Document, Stylesheet, Script, Image, Font, Fetch, Other. */
  type: string
}

/** One page's figures; times in milliseconds, scores of 100. */
export interface PageFigures {
  scores: Record<'performance' | 'accessibility' | 'best-practices' | 'seo', number>
  fcp: number
  lcp: number
  cls: number
  tbt: number
  /** Tasks of more than 50 ms, on a processor four times slower than this one. */
  longTasks: number
  requests: Request[]
  /** Audits of the four categories that are not whole. */
  faults: string[]
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Lhr = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

/** Lighthouse as it comes: mobile, simulated slow 4G and processor, cleared storage. */
export async function measure(browser: Browser, url: string): Promise<PageFigures> {
  const result = await lighthouse(url, {
    port: browser.port,
    output: 'json',
    logLevel: 'silent',
    onlyCategories: [...categories],
  })
  if (!result) throw new Error(`Lighthouse gives nothing for ${url}`)
  const { lhr } = result
  if (lhr.runtimeError) throw new Error(`Lighthouse: ${lhr.runtimeError.message}`)
  const value = (audit: string) => lhr.audits[audit]?.numericValue ?? NaN
  return {
    scores: {
      performance: scoreOf(lhr, 'performance'),
      accessibility: scoreOf(lhr, 'accessibility'),
      'best-practices': scoreOf(lhr, 'best-practices'),
      seo: scoreOf(lhr, 'seo'),
    },
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbt: value('total-blocking-time'),
    longTasks: itemsOf(lhr, 'long-tasks').length,
    requests: itemsOf(lhr, 'network-requests').map((item) => ({
      url: String(item['url']),
      type: String(item['resourceType']),
    })),
    faults: faultsOf(lhr),
  }
}

function scoreOf(lhr: Lhr, category: string): number {
  return Math.round((lhr.categories[category]?.score ?? NaN) * 100)
}

function itemsOf(lhr: Lhr, audit: string): Record<string, unknown>[] {
  const details = lhr.audits[audit]?.details
  return details && 'items' in details ? (details.items as Record<string, unknown>[]) : []
}

function faultsOf(lhr: Lhr): string[] {
  return Object.values(lhr.categories).flatMap(({ id: category, auditRefs }) =>
    auditRefs
      .filter(({ weight }) => weight > 0)
      .map(({ id }) => lhr.audits[id])
      .filter((audit) => audit?.score !== null && (audit?.score ?? 1) < 1)
      .map((audit) => `${category}: ${audit?.id}`),
  )
}

/** The median of each figure on its own; requests and faults of the last run. */
export function middle(runs: readonly PageFigures[]): PageFigures {
  const last = runs.at(-1)
  if (last === undefined) throw new Error('nothing was measured')
  const of = (figure: (run: PageFigures) => number) => median(runs.map(figure))
  const score = (category: (typeof categories)[number]) => of(({ scores }) => scores[category])
  return {
    ...last,
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    fcp: of(({ fcp }) => fcp),
    lcp: of(({ lcp }) => lcp),
    cls: of(({ cls }) => cls),
    tbt: of(({ tbt }) => tbt),
    longTasks: of(({ longTasks }) => longTasks),
  }
}
