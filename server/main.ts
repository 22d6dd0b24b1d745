import { buildApp } from './app.ts'
import { type Config, loadEnvironment } from './config/config.ts'
import { openApp } from './context.ts'
import { listen } from './platform/http/connections.ts'
import { createLog, type Log } from './platform/observability/log.ts'
import { startupError } from './config/startup-errors.ts'
import { unreviewedOf } from './platform/translations.ts'
import { createScheduledTasks } from './scheduled-tasks.ts'
import { stopOnSignal } from './shutdown.ts'

async function start(config: Config, log: Log): Promise<void> {
  for (const setting of config.placeholders) {
    log.warn({ setting }, 'a setting still has its default value: set your own')
  }
  if (!config.registers)
    log.warn({ setting: 'AGENCY_FEE' }, 'nobody can register as an executive until the fee is set, or none')
  for (const facts of unreviewedOf(config)) {
    log.warn(facts, 'a language has sentences that nobody has approved: npm run languages lists them')
  }
  const app = await openApp(config, log)
  const server = await buildApp(app)
  const tasks = createScheduledTasks(app)
  const listening = await listen(server, config)
  const { metricsPort } = config
  const metrics = metricsPort === undefined ? undefined : await app.metrics.listen(config.host, metricsPort)
  app.worker.start()
  tasks.start()
  stopOnSignal({ app, server, listening, tasks, metrics })
  const shown = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host
  process.stdout.write(`Listening on http://${shown}:${listening.port}\n`)
}

/** Writes why the server does not start, one line each, and ends. */
function giveUp(lines: string[]): never {
  process.stderr.write(lines.map((line) => `${line}\n`).join(''))
  process.exit(1)
}

const answer = loadEnvironment()
if (!answer.ok) giveUp(answer.faults)
const { config } = answer
const log = createLog(config.logLevel)
start(config, log).catch((error: unknown) => {
  const reason = startupError(error, config)
  if (reason === undefined) log.fatal({ err: error }, 'the server could not start')
  giveUp([reason ?? 'The server could not start; the line above says where.'])
})
