import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withDatabaseOf } from '#ops/database.ts'
import { newId } from '#server/platform/ids.ts'
import { postApplication } from '#tests/support/application.ts'
import type { Place } from '#tests/support/place.ts'
import { runOps } from '#tests/support/run-ops.ts'
import { startServer } from '#tests/support/server.ts'
import { shared } from '#tests/support/shared.ts'
import { configOf, keptPlace, newKey } from '#tests/support/stored-place.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const folder = shared(temporaryFolder)
const trial = { DATA_KEY: newKey() }
const tried = shared(async () => {
  const place = await keptPlace('sqlite', trial)
  await using server = await startServer({ place })
  await postApplication(server.url)
  return place
})

/** What production asks for, with the sandbox's providers. */
const production = {
  NODE_ENV: 'production',
  MAIL_PROVIDER: 'sandbox',
  AADHAAR_PROVIDER: 'sandbox',
  SMS_PROVIDER: 'sandbox',
  MANDATE_PROVIDER: 'sandbox',
}

function newFile(): string {
  return join(folder.path, `${newId()}.backup`)
}

function storedIn({ settings }: Place) {
  return withDatabaseOf(configOf(settings), async ({ db }) => {
    const applications = await db.selectFrom('records').selectAll().execute()
    return { applications, documents: await db.selectFrom('application_files').selectAll().execute() }
  })
}

describe('a backup without a BACKUP_KEY', () => {
  it('needs the data key alone while the product is only tried, and no folder of keys', async () => {
    const file = newFile()
    const made = await runOps(['backup', '--to', file], tried.settings)
    expect(made).toMatchObject({ code: 0, stderr: expect.stringMatching(/^BACKUP_KEY is not set: /m) })
    await using empty = await keptPlace('sqlite', trial)
    expect(await runOps(['restore', file], { ...empty.settings, DATA_KEY: newKey() })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^DATA_KEY is not the one that .* was made with, or the file was altered or cut off$/m,
      ),
    })
    expect(await runOps(['restore', file], empty.settings)).toMatchObject({ code: 0 })
    const stored = await storedIn(tried)
    expect(stored.applications).toHaveLength(1)
    expect(await storedIn(empty)).toEqual(stored)
  })

  it.each([
    ['of production', production],
    ['of a real provider', { MAIL_PROVIDER: 'smtp', SMTP_URL: 'smtp://localhost' }],
  ])('is not made %s', async (_, change) => {
    expect(await runOps(['backup', '--to', newFile()], { ...tried.settings, ...change })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^BACKUP_KEY is not set: generate one/),
    })
  })
})
