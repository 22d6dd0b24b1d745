import { counted } from '#contract/messages/languages.ts'
import type { JobRow } from '#server/platform/db/schema.ts'
import { operatorActor } from '#server/platform/audit/log.ts'
import { listJobs, retryJob } from '#server/platform/jobs/store.ts'
import { optionsOf } from '#ops/args.ts'
import { type Command, OpsError } from '#ops/command.ts'
import { withDatabase } from '#ops/database.ts'
import { tabbed } from '#ops/output.ts'

/** Jobs listed at most. */
const LISTED = 1000

const help = `Lists waiting and dead jobs of the outbox, and retries dead ones.

Usage: npm run -s ops -- jobs [--dead]
       npm run -s ops -- jobs --retry ID

  --dead      only jobs that used all their attempts
  --retry ID  gives a dead job all its attempts again; the running server runs it

Standard output has one line per job, the oldest first and at most ${LISTED}, separated by tabs: id, kind, status, when it
was enqueued, when it is due, attempts begun, the last error.
`

export const jobsCommand: Command = {
  summary: 'lists waiting and dead jobs, and retries dead ones',
  help,
  async run(args) {
    const { retry, dead } = optionsOf('jobs', args, {
      dead: { type: 'boolean', default: false },
      retry: { type: 'string' },
    })
    await (retry === undefined ? list(dead) : retryDead(retry))
  },
}

async function list(dead: boolean): Promise<void> {
  const statuses = dead ? (['dead'] as const) : (['ready', 'dead'] as const)
  const jobs = await withDatabase(({ db }) => listJobs(db, { statuses, count: LISTED }))
  process.stdout.write(jobs.map(lineOf).join(''))
  process.stderr.write(`${counted(jobs.length, 'job')}\n`)
}

function lineOf({ id, kind, status, created_at, run_at, attempts, last_failure }: JobRow): string {
  const times = [created_at, run_at].map((at) => new Date(at).toISOString())
  return tabbed([id, kind, status, ...times, attempts, last_failure])
}

async function retryDead(id: string): Promise<void> {
  const isRetried = await withDatabase((deps) => retryJob(deps, id, operatorActor(deps.cipher)))
  if (!isRetried) throw new OpsError(`There is no dead job ${id}`)
  process.stderr.write('It is due now; a running server starts it within seconds\n')
}
