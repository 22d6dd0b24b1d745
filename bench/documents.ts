import { join } from 'node:path'
import { outputOf } from './lib/child.ts'
import { ms } from './lib/figures.ts'
import { heading, say, table } from './lib/report.ts'

const script = join(import.meta.dirname, '..', 'tests', 'support', 'check-corpus.ts')

interface Judged {
  families: [family: string, sent: number, refused: number][]
  small: { name: string; size: number; refused: boolean; took: number; megabytes: number }[]
}

/** Every file of the corpus, as the server looks at it: what is refused, and what small ones cost a fresh process. */
export async function main(words: string[]): Promise<void> {
  heading('Documents', ['npm run bench -- documents', ...words].join(' '))
  const said = await outputOf({ command: process.execPath, args: [script] }, 600_000)
  const { families, small } = JSON.parse(said) as Judged
  table(
    ['family', 'sent', 'refused'],
    families.map((row) => row.map(String)),
  )
  say('### Small files that unfold to much, each to a process of its own')
  say()
  table(
    ['file', 'bytes', '', 'answered in', 'resident memory of the process'],
    small.map(({ name, size, refused, took, megabytes }) => [
      name,
      String(size),
      refused ? 'refused' : 'taken',
      ms(took),
      `${Math.round(megabytes)} MB`,
    ]),
  )
}
