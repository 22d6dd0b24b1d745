import { maskAccount } from '#contract/schemas/mandates.ts'
import type { App } from '#server/context.ts'
import { findMandate, type Mandate, referenceOf } from '#server/features/onboarding/mandate/store.ts'
import { operatorActor } from '#server/platform/audit/log.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { maskNumber } from '#server/platform/masking.ts'
import { argumentOf } from '#ops/args.ts'
import { type Command, OpsError } from '#ops/command.ts'
import { type OpsDeps, withDatabase } from '#ops/database.ts'
import { tabbed } from '#ops/output.ts'

const help = `Shows one mandate, and with --refresh queries the gateway first.

Usage: npm run -s ops -- mandate TRANSACTION_ID [--refresh]

  TRANSACTION_ID  thirteen digits: the first column of the mandates command
  --refresh       queries the gateway now, records its answer as the server does, and sends the notifications that follow

Standard output has one line per value: its name and the value, separated by a tab. Account number and phone are masked.
The exit code is 1 if the gateway could not be queried.
`

export const mandateCommand: Command = {
  summary: 'shows one mandate, and queries the gateway (--refresh)',
  help,
  async run(args) {
    const { argument: transactionId, values } = argumentOf('mandate', args, {
      what: 'the id of one transaction',
      options: { refresh: { type: 'boolean', default: false } },
    })
    await withDatabase(async (deps) => {
      const stored = await findMandate(deps.db, deps.cipher, { transactionId })
      if (!stored) throw new OpsError(`No mandate has the transaction ${transactionId}`)
      const mandate = values.refresh ? await refresh(deps, stored) : stored
      process.stdout.write(linesOf(mandate, await referenceOf(deps.db, mandate)))
      if (values.refresh) process.stderr.write(`${changeOf(stored, mandate)}\n`)
    })
  },
}

const failures = {
  timeout: 'did not answer in time',
  unreachable: 'cannot be reached',
  rubbish: 'gave an answer that cannot be read',
  unreadable: 'gave an answer that cannot be read',
  circuit_open: 'is not called for a while, because it keeps failing (circuit breaker)',
}

/** Queries the gateway as the server's schedule does; notifications wait in the outbox for the server. */
async function refresh({ config, db, cipher, clock }: OpsDeps, mandate: Mandate): Promise<Mandate> {
  // Loaded here: the gateway and its simulator take longer to load than other commands to run.
  const { openGateway } = await import('#server/providers/gateway/create.ts')
  const { providerDeps } = await import('#server/composition/providers.ts')
  const { refreshMandate } = await import('#server/features/onboarding/mandate/service.ts')
  const base = { db, cipher, clock, log: createLog('error') }
  const { gateway, close } = await openGateway(
    config,
    providerDeps({ ...base, observe: ({ work }) => work() }),
  )
  try {
    const asking = { ...base, gateway, wakeWorker: () => undefined } as unknown as App
    const asked = await refreshMandate(asking, mandate, operatorActor(cipher))
    if (!asked.ok) throw new OpsError(`The gateway ${failures[asked.failure]}`)
    if (asked.altered) {
      process.stderr.write(
        'The gateway reports other terms than requested; this is not recorded as a success\n',
      )
    }
    return asked.mandate
  } finally {
    await close()
  }
}

function changeOf(before: Mandate, after: Mandate): string {
  return before.status === after.status
    ? `Status unchanged: ${after.status}`
    : `Status changed from ${before.status} to ${after.status}`
}

function linesOf(mandate: Mandate, registration: string | null): string {
  const { transactionId, createdAt, status, responseCode, responseMessage, regNo, umrn } = mandate
  return [
    ['transaction', transactionId],
    ['begun', new Date(createdAt).toISOString()],
    ['status', mandate.endedAt === null ? status : 'ended'],
    ['code', responseCode],
    ['message', responseMessage],
    ['registration number', regNo],
    ['UMRN', umrn],
    ['account number', maskAccount(mandate.accountNo)],
    ['IFSC', mandate.ifscCode],
    ['phone', maskNumber(mandate.phone)],
    ['at most', mandate.maxAmount],
    ['from', mandate.debitStart],
    ['until', mandate.debitEnd],
    ['language', mandate.language],
    ['registration', registration],
    ['next asked', mandate.askAt === null ? null : new Date(mandate.askAt).toISOString()],
  ]
    .map((line) => tabbed(line))
    .join('')
}
