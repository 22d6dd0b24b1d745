import { join } from 'node:path'
import { pages, staffApi } from '#contract/paths.ts'
import type { VacancyDetail } from '#contract/schemas/vacancies.ts'
import * as databases from './lib/databases.ts'
import * as report from './lib/report.ts'
import { startFilled } from './lib/site.ts'

const { count, median, ms, percentile, progress, say, tableOf } = report

/** The first answers are not counted: connections are opened and pages drawn that are kept. */
const WARM_UP = 3
/** The goals, in milliseconds. */
const TARGETS = { filtered: 10, board: 60, published: 1000 }

export const jobs = report.bench({
  question:
    'What do the pages of ten thousand vacancies and the board of a thousand people cost, beside a built page?',
  flags: { vacancies: 10_000, people: 1000, asked: 60, only: 'sqlite,postgres' },
  run: ({ vacancies, people, asked, only }, folder) =>
    databases.onEachDatabase(only, async (database) => {
      progress(`${database.name}: ${count(vacancies)} vacancies, ${count(people)} people at the first`)
      const place = join(folder, database.name)
      const filled = await databases.fill<{ cookie: string; reference: string }>(database, place, [
        'fill-vacancies.ts',
        vacancies,
        people,
      ])
      await using site = await startFilled(filled)
      const desk = `${site.url}${staffApi}/vacancies/${filled.reference}`
      const headers = { cookie: filled.cookie, 'content-type': 'application/json' }
      // Each list has words of its own, so that none was drawn before.
      const found = {
        'a built page': await timesOf(asked, () => fetch(site.url + pages.about)),
        'the list, filtered': await timesOf(asked, (turn) =>
          fetch(`${site.url}${pages.jobs}?q=${turn}&sector=finance&place=Surat`),
        ),
        'the list, kept': await timesOf(asked, () => fetch(site.url + pages.jobs)),
        'the board': await timesOf(asked, () => fetch(`${desk}/board`, { headers })),
      }
      const published = await publishTimes(site.url, desk, headers)
      say(`### ${database.name}: ${count(vacancies)} vacancies, ${count(people)} people at one`)
      tableOf(Object.entries(found), [
        ['answer', ([name]) => name],
        ['p50', ([, times]) => ms(median(times))],
        ['p95', ([, times]) => ms(percentile(times, 0.95))],
      ])
      say(`A change was in the feed after ${published.map((time) => ms(time)).join(', ')}.`)
      return [
        report.atMost(`filtered list, p95, ${database.name}`, percentile(found['the list, filtered'], 0.95), {
          limit: TARGETS.filtered,
        }),
        report.atMost(`board, p95, ${database.name}`, percentile(found['the board'], 0.95), {
          limit: TARGETS.board,
        }),
        report.atMost(`change to feed, ${database.name}`, Math.max(...published), {
          limit: TARGETS.published,
        }),
      ]
    }),
})

async function timesOf(times: number, ask: (turn: number) => Promise<Response>): Promise<number[]> {
  const found: number[] = []
  for (let turn = 0; turn < WARM_UP + times; turn += 1) {
    const begun = performance.now()
    const response = await ask(turn)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${response.url} answers ${response.status}`)
    found.push(performance.now() - begun)
  }
  return found.slice(WARM_UP)
}

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
