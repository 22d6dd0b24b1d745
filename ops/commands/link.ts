import { replaceLink } from '#server/features/onboarding/links/service.ts'
import type { App } from '#server/context.ts'
import { operatorActor } from '#server/platform/audit/log.ts'
import { createRecordLinks, recordNamed } from '#server/platform/db/record-links.ts'
import { argumentOf } from '#ops/args.ts'
import { type Command, OpsError } from '#ops/command.ts'
import { type OpsDeps, withDatabase } from '#ops/database.ts'

const help = `Replaces the link of a registration: earlier links stop working, sessions that knew the registration end, and the person
gets a mail with the new link.

Usage: npm run -s ops -- link REFERENCE

  REFERENCE  of the registration, such as EX-7K3M9Q

The mail waits in the outbox for the server. Only the person sees the link.
`

export const linkCommand: Command = {
  summary: 'replaces the link of a registration and mails the new one',
  help,
  async run(args) {
    const what = 'the reference of one registration'
    const { argument: reference } = argumentOf('link', args, { what, options: {} })
    await withDatabase((deps) => replace(deps, reference))
    process.stderr.write('The link was replaced, and a mail with the new one is queued\n')
  },
}

async function replace(deps: OpsDeps, reference: string): Promise<void> {
  const id = await recordNamed(deps.db, reference)
  if (
    id === undefined ||
    !(await replaceLink(
      { ...deps, recordLinks: createRecordLinks(deps) } as App,
      id,
      operatorActor(deps.cipher),
    ))
  )
    throw new OpsError(`No registration has the reference ${reference}`)
}
