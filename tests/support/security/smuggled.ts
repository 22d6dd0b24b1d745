import { api } from '#contract/paths.ts'
import { siteName } from '#tests/support/deploy/nginx-server.ts'

/** The request that is hidden in another's body, which nobody may answer. */
export const hidden = `GET ${api.maxAmount} HTTP/1.1\r\nHost: ${siteName}\r\n\r\n`
const hiddenChunk = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`
const head = [`POST ${api.sendEnquiry} HTTP/1.1`, `Host: ${siteName}`, 'Content-Type: application/json']

function length(bytes: number | string): string {
  return `Content-Length: ${bytes}`
}

/** Returns a request with these header lines and that body, which closes its connection. */
function request(lines: string[], body: string, lineEnd = '\r\n'): string {
  return [...head, 'Connection: close', ...lines, '', body].join(lineEnd)
}

const chunked = 'Transfer-Encoding: chunked'

/** Requests whose end two servers could see differently, and that are refused. */
export const refused: [name: string, bytes: string][] = [
  ['a length and chunks (CL.TE)', request([length(5 + hidden.length), chunked], `0\r\n\r\n${hidden}`)],
  ['chunks and a length (TE.CL)', request([chunked, length(4)], hiddenChunk)],
  ['two lengths that differ', request([length(2), length(2 + hidden.length)], `{}${hidden}`)],
  ['a list of lengths', request([length('2, 2')], `{}${hidden}`)],
  ['a length with a sign', request([length('+2')], `{}${hidden}`)],
  ['a length in hexadecimal', request([length('0x2')], `{}${hidden}`)],
  ['a length beyond all numbers', request([length('184467440737095516160')], `{}${hidden}`)],
  ['chunks twice (TE.TE)', request([chunked, chunked], `0\r\n\r\n${hidden}`)],
  ['chunks under another name (TE.TE)', request([length(5), 'Transfer-Encoding: xchunked'], hiddenChunk)],
  ['an encoding beside chunks', request(['Transfer-Encoding: gzip, chunked'], `0\r\n\r\n${hidden}`)],
  ['a space before the colon', request([length(2), 'Transfer-Encoding : chunked'], `{}${hidden}`)],
  ['a line that goes on', request([length(2), 'X-One: a', ' Transfer-Encoding: chunked'], `{}${hidden}`)],
  ['a NUL in a value', request([length(2), 'X-One: a\0b'], `{}${hidden}`)],
  ['chunks of HTTP/1.0', request([chunked], hiddenChunk).replace('HTTP/1.1', 'HTTP/1.0')],
  ['a chunk whose size is no number', request([chunked], `zz\r\n${hidden}`)],
  ['a chunk longer than it says', request([chunked], `2\r\n{}${hidden}`)],
  ['a header line that ends in LF alone', request([`X-One: a\n${length(0)}`, length(2)], `{}${hidden}`)],
  ['two hosts', request([length(2), 'Host: attacker.example'], `{}${hidden}`)],
]

/** Requests that can be read in one way only, and are: as one request. */
export const single: [name: string, bytes: string][] = [
  ['lines that end in LF alone', request([length(hidden.length)], hidden, '\n')],
  ['a body where none is expected', request([length(hidden.length)], hidden).replace('POST', 'GET')],
  ['chunks, well formed', request([chunked], hiddenChunk)],
  ['spaces around a length', request([`Content-Length:   ${hidden.length}  `], hidden)],
  ['a name with an underscore', request([length(hidden.length), 'Transfer_Encoding: chunked'], hidden)],
]
