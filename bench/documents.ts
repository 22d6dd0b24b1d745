import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { documentPart, postApplication, somebody } from '#tests/support/application.ts'
import { bench, progress, say, tableOf } from './lib/report.ts'
import { startServer } from './lib/site.ts'

export const documents = bench({
  question:
    'Which documents of a folder are taken as a résumé, and with which sentence are the others refused?',
  flags: { folder: '' },
  async run({ folder }, home) {
    await using server = await startServer({ folder: home })
    const files = globSync('**/*.{pdf,doc,docx,PDF,DOC,DOCX}', { cwd: folder })
    const counts = new Map<string, number>()
    for (const file of files) {
      const content = readFileSync(join(folder, file))
      const part = documentPart('resume', content, basename(file))
      const { status, body } = await postApplication(server.url, somebody(), [part])
      const sentence = body.errors?.[0]?.message ?? `answered ${status}`
      const said = status === 201 ? 'taken' : sentence
      counts.set(said, (counts.get(said) ?? 0) + 1)
      if (said !== 'taken') progress(`${said} ${file}`)
    }
    say(`${files.length} files`)
    tableOf(
      [...counts].toSorted(([, one], [, other]) => other - one),
      [
        ['answer', ([said]) => said],
        ['files', ([, count]) => String(count)],
      ],
    )
    return []
  },
})
