import { join } from 'node:path'
import { multipart, documentPart, pdfOf, postBody, somebody, textParts } from '#tests/support/application.ts'
import { allOf, bench, count, ms, say, table, timesOf } from './lib/report.ts'
import { startServer } from './lib/site.ts'

const APPLICANTS = 1000
const AT_ONCE = 4
const RESUME_BYTES = 150_000

export const oneAddress = bench({
  question: 'Are a thousand applicants behind one address all taken in an hour?',
  flags: { applicants: APPLICANTS },
  async run({ applicants }, folder) {
    const env = { TRUST_PROXY: '127.0.0.1' }
    await using server = await startServer({ folder: join(folder, 'server'), env })
    const resume = pdfOf(RESUME_BYTES)
    const answers = new Map<string, number>()
    const times: number[] = []
    let left = applicants
    const applyInTurn = async () => {
      while (left > 0) {
        left -= 1
        const begun = performance.now()
        const body = multipart([...textParts(somebody()), documentPart('resume', resume)])
        const { status, body: answer } = await postBody(server.url, body, {
          'x-forwarded-for': '203.0.113.7',
        })
        times.push(performance.now() - begun)
        const what = `${status}${'documents' in answer ? ', documents awaited' : ''}`
        answers.set(what, (answers.get(what) ?? 0) + 1)
      }
    }
    const begun = performance.now()
    await Promise.all(Array.from({ length: AT_ONCE }, applyInTurn))
    const seconds = (performance.now() - begun) / 1000
    say(
      `${count(applicants)} applicants with a résumé of ${RESUME_BYTES / 1000} kB, ${AT_ONCE} at once, in ${seconds.toFixed(0)} s. All limits count in windows of ten minutes or an hour, so an hour's applicants in less time are no easier to take.`,
    )
    table(
      ['answer', 'applicants'],
      [...answers].map(([what, number]) => [what, count(number)]),
    )
    const { p50, p99, max } = timesOf(times)
    say(`Answered after ${ms(p50)} in the middle, p99 ${ms(p99)}, at most ${ms(max)}.`)
    return [allOf('applications stored with their documents', answers.get('201') ?? 0, applicants)]
  },
})
