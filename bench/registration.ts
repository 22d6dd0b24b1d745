import { join } from 'node:path'
import { api } from '#contract/paths.ts'
import { figuresOf, openDatabases, type Database } from './lib/databases.ts'
import { costFigures, costOf } from './lib/processes.ts'
import * as report from './lib/report.ts'
import { BARE, jsonAnswer, startBare, startServer, WITHOUT_LIMITS, type Site } from './lib/site.ts'
import { register, somePhoto } from './lib/visitors.ts'

const { allOf, atMost, count, median, ms, percentile, progress } = report

interface Plan {
  people: number
  at: number
}

export const registration = report.bench({
  question: 'How many whole registrations a second, beside a server that only answers the same calls?',
  flags: { runs: 3, people: 200, at: 8 },
  async run({ runs, ...plan }, folder) {
    await using databases = await openDatabases('sqlite,postgres')
    const ours = databases.all.map((database) => {
      const place = join(folder, database.name)
      return [database.name, (round: number) => measureOurs(database, place + round, plan)] as const
    })
    const bare = async () => ({ ...(await measure(await startBare(folder, bareAnswer), plan)), records: NaN })
    return print(await report.inTurns(runs, { ...Object.fromEntries(ours), [BARE]: bare }), plan)
  },
})

const nobody = { house: '', street: '', landmark: '', dist: '', state: '', country: '' }
const identity = { full_name: '', dob: '', gender: '', profile_image: '', zip: '', address: nobody }
const bareAnswer = jsonAnswer({
  data: { client_id: 'x', data: identity },
  messages: [{ text: '123456' }],
  checkout: { config: {} },
})

async function measureOurs(database: Database, folder: string, plan: Plan) {
  const databaseUrl = await database.create()
  const env = { DATABASE_URL: databaseUrl, ...WITHOUT_LIMITS, LOG_LEVEL: 'warn' }
  const figures = await measure(await startServer({ folder, env }), plan)
  const sql = 'select count(*) as records from executives'
  const { records = NaN } = await figuresOf({ folder, databaseUrl }, sql)
  return { ...figures, records }
}

async function measure(site: Site, plan: Plan) {
  await using server = site
  return await costOf(server, () => registerAll(server.url, plan))
}

async function registerAll(url: string, { people, at }: Plan) {
  const photo = await somePhoto()
  const whole: number[] = []
  const last: number[] = []
  let begunBy = 0
  let lost = 0
  const onCall = (path: string, time: number) => {
    if (path === api.registerExecutive) last.push(time)
  }
  const client = async () => {
    while (begunBy < people) {
      begunBy += 1
      const begun = performance.now()
      try {
        await register({ url, onCall }, begunBy, photo)
        whole.push(performance.now() - begun)
      } catch (error) {
        lost += 1
        progress(String(error))
      }
    }
  }
  const begun = performance.now()
  await Promise.all(Array.from({ length: at }, client))
  return {
    perSecond: (1000 * whole.length) / (performance.now() - begun),
    ...{ wholeP50: median(whole), wholeP99: percentile(whole, 0.99) },
    ...{ lastP50: median(last), lastP99: percentile(last, 0.99) },
    ...{ lost, answered: whole.length },
  }
}

type Figures = Awaited<ReturnType<typeof measureOurs>>

function print(all: ReadonlyMap<string, Figures>, { people, at }: Plan): report.Target[] {
  report.say(
    `### ${people} people, ${at} at a time, each in ten calls: two codes, a mandate, the registration with a photo`,
  )
  report.compare(all, [
    ['registrations a second', ({ perSecond }) => perSecond.toFixed(1)],
    ['one whole registration, median', ({ wholeP50 }) => ms(wholeP50)],
    ['one whole registration, p99', ({ wholeP99 }) => ms(wholeP99)],
    ['its last call, median', ({ lastP50 }) => ms(lastP50)],
    ['its last call, p99', ({ lastP99 }) => ms(lastP99)],
    ['not registered', ({ lost }) => count(lost)],
    ['records in the table', ({ records }) => count(records)],
    ...costFigures,
  ])
  const ours = [...all].filter(([name]) => name !== BARE)
  return ours.flatMap(([name, { lastP99, answered, records }]) => [
    atMost(`the last call, p99, ${name}`, lastP99, { limit: 1000 }),
    allOf(`records of registrations answered, ${name}`, records, answered),
  ])
}
