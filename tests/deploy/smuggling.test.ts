import { describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { hasNginx } from '#tests/support/deploy/nginx-server.ts'
import { openBrowser, sayRaw, sharedSite } from '#tests/support/deploy/visit.ts'
import { hidden, refused, single } from '#tests/support/security/smuggled.ts'

function answersIn(heard: string): string[] {
  return [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status)
}

describe.runIf(hasNginx)('a request hidden in another behind nginx', () => {
  const site = sharedSite()

  /** Returns how often the server got the request that only a hidden one makes. */
  function timesFound(): number {
    return site.server.log().split(`"route":"${api.maxAmount}"`).length - 1
  }

  it.each(refused)('is refused with everything around it: %s', async (_, bytes) => {
    const before = timesFound()
    const answers = answersIn(await sayRaw(site.nginx, bytes))
    expect(answers).toHaveLength(1)
    expect(answers[0]).toMatch(/^(400|413|501)$/)
    expect(timesFound()).toBe(before)
  })

  it.each(single)('is read as a body and not as a request: %s', async (_, bytes) => {
    const before = timesFound()
    expect(answersIn(await sayRaw(site.nginx, bytes))).toHaveLength(1)
    expect(timesFound()).toBe(before)
  })

  it('does not result from HTTP/2 with a length that is too short', async () => {
    const before = timesFound()
    const browser = await openBrowser(site.nginx)
    const headers = { 'content-type': 'application/json', 'content-length': '2' }
    const body = `{}${hidden}`
    const status = await browser.visit(api.sendEnquiry, { method: 'POST', headers, body }).then(
      (answer) => answer.status,
      () => 'cut',
    )
    expect([400, 'cut']).toContain(status)
    expect(timesFound()).toBe(before)
    browser.close()
  })
})
