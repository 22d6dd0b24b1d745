import { join } from 'node:path'
import { pages, staffApi } from '#contract/paths.ts'
import type { VacancyDetail } from '#contract/schemas/vacancies.ts'
import * as databases from './lib/databases.ts'
import * as report from './lib/report.ts'
import { startFilled, timesOf } from './lib/site.ts'

const { atMost, count, median, ms, percentile, progress, say, tableOf } = report

/** The goals, in milliseconds. */
const TARGETS = { filtered: 10, board: 60, published: 1000 }

export const jobs = report.bench({
  question:
    'What do the pages of ten thousand vacancies and the board of a thousand people cost, beside a built page?',
  flags: { vacancies: 10_000, people: 1000, asked: 60, only: 'sqlite,postgres' },
  run: ({ vacancies, people, asked, only }, folder) =>
    databases.onEachDatabase(only, async ({ name, create }) => {
      const size = `${count(vacancies)} vacancies, ${count(people)} people at one`
      progress(`${name}: ${size}`)
      const wanted = ['vacancies', vacancies, people] as const
      const filled: Filled = await databases.fill({ name, create }, join(folder, name), wanted)
      await using site = await startFilled(filled)
      const desk = `${site.url}${staffApi}/vacancies/${filled.reference}`
      const headers = { cookie: filled.cookie, 'content-type': 'application/json' }
      // Each filtered list has words of its own, so that none was drawn before.
      const asks: Record<string, (turn: number) => Promise<Response>> = {
        'a built page': () => fetch(site.url + pages.about),
        'the list, filtered': (turn) =>
          fetch(`${site.url}${pages.jobs}?q=${turn}&sector=finance&place=Surat`),
        'the list, kept': () => fetch(site.url + pages.jobs),
        'the board': () => fetch(`${desk}/board`, { headers }),
      }
      const times = await timesOf(asked, ...Object.values(asks))
      const [, filtered = [], , board = []] = times
      const published = await publishTimes(site.url, desk, headers)
      say(`### ${name}: ${size}`)
      tableOf(Object.keys(asks).entries(), [
        ['answer', ([, what]) => what],
        ['p50', ([at]) => ms(median(times[at] ?? []))],
        ['p95', ([at]) => ms(percentile(times[at] ?? [], 0.95))],
      ])
      say(`A change was in the feed after ${published.map((time) => ms(time)).join(', ')}.`)
      return [
        atMost(`filtered list, p95, ${name}`, percentile(filtered, 0.95), { limit: TARGETS.filtered }),
        atMost(`board, p95, ${name}`, percentile(board, 0.95), { limit: TARGETS.board }),
        atMost(`change to feed, ${name}`, Math.max(...published), { limit: TARGETS.published }),
      ]
    }),
})

type Filled = databases.Filled<{ cookie: string; reference: string }>

/** How long a change of a published vacancy takes to the feed, from the answer on. */
async function publishTimes(url: string, desk: string, headers: Record<string, string>): Promise<number[]> {
  const found: number[] = []
  for (const turn of [1, 2, 3]) {
    const { version, content } = (await (await fetch(desk, { headers })).json()) as VacancyDetail
    const title = `Changed ${turn}`
    const body = JSON.stringify({ version, content: { ...content, title } })
    const saved = await fetch(desk, { method: 'PATCH', headers, body })
    if (!saved.ok) throw new Error(`the change is answered ${saved.status}`)
    const begun = performance.now()
    while (!(await (await fetch(url + pages.jobsXml)).text()).includes(title)) {
      if (performance.now() - begun > 60_000) throw new Error('the change is not in the feed after a minute')
    }
    found.push(performance.now() - begun)
  }
  return found
}
