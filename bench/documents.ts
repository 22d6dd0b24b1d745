import { join } from 'node:path'
import { root, run } from './lib/processes.ts'
import { bench, mB, ms, say, table } from './lib/report.ts'

interface Judged {
  families: [family: string, sent: number, refused: number][]
  small: { name: string; size: number; refused: boolean; took: number; megabytes: number }[]
}

export const documents = bench({
  question: 'Which documents are refused, by family, and what does a small one that unfolds to much cost?',
  flags: {},
  async run() {
    const program = join(root, 'tests', 'support', 'check-corpus.ts')
    const { families, small } = await run<Judged>([program], 600_000)
    table(
      ['family', 'sent', 'refused'],
      families.map((row) => row.map(String)),
    )
    say('### Small files that unfold to much, each to a process of its own')
    table(
      ['file', 'bytes', '', 'answered in', 'resident memory of the process'],
      small.map(({ name, size, refused, took, megabytes }) => [
        ...[name, String(size), refused ? 'refused' : 'taken', ms(took)],
        mB(megabytes * 1024 * 1024),
      ]),
    )
    return []
  },
})
