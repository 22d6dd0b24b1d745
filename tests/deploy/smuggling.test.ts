import { describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { hasNginx, siteName } from '#tests/support/deploy/nginx-server.ts'
import { openBrowser, sayRaw } from '#tests/support/deploy/visit.ts'
import { goodEnquiry } from '#tests/support/enquiry.ts'
import { sharedSite } from '#tests/support/deploy/shared-nginx.ts'

/** The request that is hidden in another's body: nobody may ever answer it. */
const hidden = `GET ${api.maxAmount} HTTP/1.1\r\nHost: ${siteName}\r\n\r\n`
const hiddenChunk = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`
const head = [`POST ${api.sendEnquiry} HTTP/1.1`, `Host: ${siteName}`, 'Content-Type: application/json']

function length(bytes: number | string): string {
  return `Content-Length: ${bytes}`
}

/** A request of these header lines after the usual ones, with that body; no connection outlives it. */
function request(lines: string[], body: string, lineEnd = '\r\n'): string {
  return [...head, 'Connection: close', ...lines, '', body].join(lineEnd)
}

const chunked = 'Transfer-Encoding: chunked'

/** Shapes in which two servers have disagreed about where a request ends, and that are refused whole. */
const refused: [name: string, bytes: string][] = [
  ['a length and chunks (CL.TE)', request([length(5 + hidden.length), chunked], `0\r\n\r\n${hidden}`)],
  ['chunks and a length (TE.CL)', request([chunked, length(4)], hiddenChunk)],
  ['chunks and a length of nothing', request([length(0), chunked], hiddenChunk)],
  ['two lengths that differ', request([length(2), length(2 + hidden.length)], `{}${hidden}`)],
  ['two lengths that are the same', request([length(2), length(2)], `{}${hidden}`)],
  ['a list of lengths', request([length('2, 2')], `{}${hidden}`)],
  ['a length with a sign', request([length('+2')], `{}${hidden}`)],
  ['a length below nothing', request([length('-1')], `{}${hidden}`)],
  ['a length in hexadecimal', request([length('0x2')], `{}${hidden}`)],
  ['a length beyond all numbers', request([length('184467440737095516160')], `{}${hidden}`)],
  ['chunks twice (TE.TE)', request([chunked, chunked], `0\r\n\r\n${hidden}`)],
  ['chunks of chunks', request(['Transfer-Encoding: chunked, chunked'], `0\r\n\r\n${hidden}`)],
  ['chunks under another name (TE.TE)', request([length(5), 'Transfer-Encoding: xchunked'], hiddenChunk)],
  ['an encoding beside chunks', request(['Transfer-Encoding: gzip, chunked'], `0\r\n\r\n${hidden}`)],
  ['an encoding that is none', request(['Transfer-Encoding: identity', length(2)], `{}${hidden}`)],
  ['a space before the colon', request([length(2), 'Transfer-Encoding : chunked'], `{}${hidden}`)],
  ['a tab before the colon', request([length(2), 'Transfer-Encoding\t: chunked'], `{}${hidden}`)],
  ['a space in a header’s name', request([length(2), 'Transfer Encoding: chunked'], `{}${hidden}`)],
  ['a line that goes on', request([length(2), 'X-One: a', ' Transfer-Encoding: chunked'], `{}${hidden}`)],
  ['a NUL in a value', request([length(2), 'X-One: a\0b'], `{}${hidden}`)],
  ['chunks of HTTP/1.0', request([chunked], hiddenChunk).replace('HTTP/1.1', 'HTTP/1.0')],
  ['a chunk whose size is no number', request([chunked], `zz\r\n${hidden}`)],
  ['a chunk beyond all numbers', request([chunked], `fffffffffffffffff\r\n${hidden}`)],
  ['a chunk longer than it says', request([chunked], `2\r\n{}${hidden}`)],
  ['two hosts', request([length(2), 'Host: attacker.example'], `{}${hidden}`)],
]

/** Shapes that can be read in one way only, and are: as one request. */
const single: [name: string, bytes: string][] = [
  ['lines that end in LF alone', request([length(hidden.length)], hidden, '\n')],
  ['a body where none is expected', request([length(hidden.length)], hidden).replace('POST', 'GET')],
  ['chunks, well formed', request([chunked], hiddenChunk)],
  ['a length in lower case', request([length(hidden.length).toLowerCase()], hidden)],
  ['spaces around a length', request([`Content-Length:   ${hidden.length}  `], hidden)],
  ['a name with an underscore', request([length(hidden.length), 'Transfer_Encoding: chunked'], hidden)],
]

function answersIn(heard: string): string[] {
  return [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status)
}

describe.runIf(hasNginx)('a request hidden in another behind nginx', () => {
  const site = sharedSite()

  /** How often the server was asked what only a hidden request asks. */
  function timesFound(): number {
    return site.server.log().split(`"route":"${api.maxAmount}"`).length - 1
  }

  it.each(refused)('is refused with all that holds it: %s', async (_, bytes) => {
    const answers = answersIn(await sayRaw(site.nginx, bytes))
    expect(answers).toHaveLength(1)
    expect(answers[0]).toMatch(/^(400|413|501)$/)
    expect(timesFound()).toBe(0)
  })

  it.each(single)('is no request but a body: %s', async (_, bytes) => {
    expect(answersIn(await sayRaw(site.nginx, bytes))).toHaveLength(1)
    expect(timesFound()).toBe(0)
  })

  it('does not come out of HTTP/2 by a length that is too short', async () => {
    const browser = await openBrowser(site.nginx)
    const headers = { 'content-type': 'application/json', 'content-length': '2' }
    const body = `{}${hidden}`
    const status = await browser.visit(api.sendEnquiry, { method: 'POST', headers, body }).then(
      (answer) => answer.status,
      () => 'cut',
    )
    expect([400, 'cut']).toContain(status)
    expect(timesFound()).toBe(0)
    browser.close()
  })

  it('leaves nothing behind that mixes up the next visitor’s answer', async () => {
    const browser = await openBrowser(site.nginx)
    for (const [, bytes] of [...refused, ...single]) {
      await sayRaw(site.nginx, bytes)
      const { status } = await browser.visit(api.sendEnquiry, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(goodEnquiry),
      })
      expect(status).toBe(201)
    }
    expect(timesFound()).toBe(0)
    expect((await browser.visit(api.maxAmount)).status).toBe(200)
    expect(timesFound()).toBe(1)
    browser.close()
  })
})
