import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '#contract/paths.ts'
import { FILE_MAX_BYTES } from '#contract/upload-limits.ts'
import { buildDocx, wordXml } from '#tests/support/bad-files/zip.ts'
import {
  boundary,
  documentPart,
  multipart,
  pdfOf,
  postBody,
  somebody,
  textParts,
} from '#tests/support/application.ts'
import {
  atLeast,
  bench,
  count,
  kB,
  mB,
  ms,
  progress,
  say,
  tableOf,
  timesOf,
  type Target,
} from './lib/report.ts'
import { startServer, type Site } from './lib/site.ts'

const HONEST = 100
/** Milliseconds from one honest applicant to the next, and within which they are to be answered. */
const EVERY_MS = 600
const ANSWERED_MS = 5000
const HUNG_UP_MS = 4000
const SLOW_BYTES_A_SECOND = 1200
/** Milliseconds that the unfinished uploads are watched for. */
const WATCHED_MS = 150_000

/** An attack that goes on until it is told to stop; answers lines of what was seen. */
type Attack = (site: Site, folder: string, stop: AbortSignal) => Promise<string>

export const uploadAttacks = bench({
  question: 'Are honest applicants from elsewhere answered while uploads attack?',
  flags: { only: 'hung-up,unfinished', honest: HONEST },
  async run({ only, honest }, folder) {
    const attacks: Record<string, Attack> = { 'hung-up': hangUp, unfinished: leaveUnfinished }
    const chosen = Object.entries(attacks).filter(([name]) => only.includes(name))
    const found: Target[] = []
    for (const [name, attack] of chosen) {
      progress(name)
      const own = join(folder, name)
      await using site = await startServer({ folder: own, env: { TRUST_PROXY: '127.0.0.1' } })
      const stop = new AbortController()
      const attacking = attack(site, join(own, 'data'), stop.signal)
      // So that the attack has begun.
      await sleep(1000)
      const answered = await applyFromElsewhere(site, honest)
      stop.abort()
      say(`### ${await attacking}`)
      const inTime = answered.filter((one) => one.status === 201 && one.ms <= ANSWERED_MS)
      tableOf(
        [answered],
        [
          ['honest applicants', (all) => count(all.length)],
          ['201 within 5 s', () => count(inTime.length)],
          ['201 later', (all) => count(all.filter((one) => one.status === 201).length - inTime.length)],
          ['503', (all) => count(all.filter((one) => one.status === 503).length)],
          ['p50', (all) => ms(timesOf(all.map((one) => one.ms)).p50)],
          ['p99', (all) => ms(timesOf(all.map((one) => one.ms)).p99)],
        ],
      )
      found.push(
        atLeast(`${name}: honest applicants answered within 5 s`, inTime.length, { limit: honest * 0.99 }),
      )
    }
    return found
  },
})

/** One applicant after the other, each of another address and whatever becomes of those before. */
async function applyFromElsewhere({ url }: Site, honest: number) {
  const resume = documentPart('resume', pdfOf(100_000))
  const apply = async (at: number) => {
    await sleep(at * EVERY_MS)
    const begun = performance.now()
    const body = multipart([...textParts(somebody()), resume])
    const from = { 'x-forwarded-for': `198.51.100.${at % 250}` }
    const { status } = await postBody(url, body, from).catch(() => ({ status: 0 }))
    return { status, ms: performance.now() - begun }
  }
  return Promise.all(Array.from({ length: honest }, (_, at) => apply(at)))
}

/** Sends the head of an application and as much of its body. */
function begin({ url }: Site, { from, body, sent }: { from: string; body: Buffer; sent: number }): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
    .on('error', () => undefined)
    .resume()
  const head = [
    `POST ${api.careerApplication} HTTP/1.1`,
    'Host: x',
    `X-Forwarded-For: ${from}`,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${body.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(body.subarray(0, sent))
  return socket
}

/** A document of about 0.9 MB of which every element must be read: some 1.4 s of work. */
function slowDocument(): Buffer {
  const run = '<w:r><w:t>x</w:t></w:r>'.repeat(6)
  const paragraph = () => `<w:p>${run}<w:r><w:t>${randomBytes(4).toString('hex')}</w:t></w:r></w:p>`
  return buildDocx({ 'word/document.xml': wordXml(Array.from({ length: 70_000 }, paragraph).join('')) })
}

/** Sixty uploads from six addresses, hung up after four seconds and sent again, over and over. */
const hangUp: Attack = async (site, _, stop) => {
  const document = slowDocument()
  let uploads = 0
  const one = async (at: number) => {
    while (!stop.aborted) {
      const body = multipart([...textParts(somebody()), documentPart('resume', document, 'cv.docx')])
      const socket = begin(site, { from: `203.0.113.${at % 6}`, body, sent: body.length })
      uploads += 1
      await sleep(HUNG_UP_MS, undefined, { signal: stop }).catch(() => undefined)
      socket.destroy()
    }
  }
  await Promise.all(Array.from({ length: 60 }, (__, at) => one(at)))
  return `Uploads of ${kB(document.length)} from six addresses, sixty at a time, hung up after 4 s: ${count(uploads)}`
}

/** Thirty uploads of 21 MB from three addresses that come fast but for their end, which comes at 1.2 kB a second. */
const leaveUnfinished: Attack = async (site, data) => {
  const names = ['resume', 'edu_certificate', 'aadhar_card', 'pan_card'] as const
  const document = pdfOf(FILE_MAX_BYTES)
  const documents = names.map((name) => documentPart(name, document, `${name}.pdf`))
  const body = multipart([...textParts(somebody()), ...documents])
  const sent = body.length - 2 * 1024 * 1024
  const sockets = Array.from({ length: 30 }, (_, at) =>
    begin(site, { from: `203.0.113.${at % 3}`, body, sent }),
  )
  const begun = performance.now()
  let [at, most, lasted] = [sent, 0, 0]
  while (performance.now() - begun < WATCHED_MS && sockets.some((socket) => !socket.destroyed)) {
    await sleep(1000)
    const piece = body.subarray(at, (at += SLOW_BYTES_A_SECOND))
    for (const socket of sockets) if (socket.writable) socket.write(piece)
    most = Math.max(most, spoolBytes(join(data, 'spool')))
    lasted = (performance.now() - begun) / 1000
  }
  const ended = sockets.filter((socket) => socket.destroyed || socket.readableEnded).length
  for (const socket of sockets) socket.destroy()
  return `Thirty unfinished uploads from three addresses: ${mB(most)} of spool at most; ${ended} of 30 ended by the server within ${lasted.toFixed(0)} s`
}

function spoolBytes(folder: string): number {
  const sizes = readdirSync(folder).map(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0,
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
