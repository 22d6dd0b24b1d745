import type { Page } from 'playwright-core'

/**
 * Collects, from now on, what a page must not do: errors and warnings on the console (a breach of the content policy is
 * one), uncaught errors, requests that fail, and requests to another host.
 */
export function problemsOf(page: Page): string[] {
  const problems: string[] = []
  const isHome = (url: string) =>
    new URL(url).origin === new URL(page.url()).origin || page.url() === 'about:blank'
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // Given up because the page was left, as the icon of the tab often is.
    if (reason !== 'net::ERR_ABORTED') problems.push(`failed: ${request.url()} ${reason}`)
  })
  page.on('request', (request) => {
    const url = request.url()
    if (url.startsWith('http') && !isHome(url)) problems.push(`another host: ${url}`)
  })
  return problems
}
