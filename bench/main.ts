// `npm run bench -- NAME`: prints figures beside something measured in the same run; asserts nothing.
interface Bench {
  question: string
  /** Loaded only when asked for: Lighthouse alone takes a second to load. */
  load(): Promise<{ main(words: string[]): Promise<void> }>
}

const benches: Record<string, Bench> = {
  pages: {
    question: 'How fast are the pages, beside a hand-written page of the same content? [--runs 5]',
    load: () => import('./pages.ts'),
  },
  'first-paint': {
    question: 'When is the largest thing of /register painted over HTTP/1.1, beside /contact? [--runs 10]',
    load: () => import('./first-paint.ts'),
  },
  server: {
    question:
      'How many pages and enquiries a second, beside bare node:http, nginx and bare inserts? [--runs 3] [--seconds 8]',
    load: () => import('./server.ts'),
  },
  uploads: {
    question:
      'What do fifty applications at once cost, beside a server that only writes them? [--runs 3] [--at 50]',
    load: () => import('./uploads.ts'),
  },
  documents: {
    question: 'Which documents are refused, by family, and what does a small one that unfolds to much cost?',
    load: () => import('./documents.ts'),
  },
  registration: {
    question:
      'How many whole registrations a second, beside a server that only answers the same calls? [--runs 3] [--people 200] [--at 8]',
    load: () => import('./registration.ts'),
  },
  agreements: {
    question:
      'What do two hundred agreements cost, beside the same work on the thread that answers? [--runs 3] [--agreements 200] [--at 8]',
    load: () => import('./agreements.ts'),
  },
  load: {
    question:
      'How does the site stand at half, full and three times its capacity, visitors doing what visitors do? [--runs 1] [--seconds 30] [--only sqlite,postgres]',
    load: () => import('./load.ts'),
  },
  soak: {
    question:
      'Does anything grow in a long run at half of the capacity? [--minutes 20, 120 in the long form] [--rate N]',
    load: () => import('./soak.ts'),
  },
  replays: {
    question:
      'What does an answer of the gateway cost that is brought again, in syncs and in the waiting of others? [--replays 10000]',
    load: () => import('./replays.ts'),
  },
  scale: {
    question:
      'What does each call cost with a thousand rows, beside a million? [--enquiries 1000000] [--records 100000] [--people 300] [--only sqlite,postgres]',
    load: () => import('./scale.ts'),
  },
}

const [name, ...words] = process.argv.slice(2)
const bench = name === undefined ? undefined : benches[name]
if (bench) {
  const { main } = await bench.load()
  await main(words)
} else {
  const lines = Object.entries(benches).map(
    ([known, { question }]) => `npm run bench -- ${known}\n  ${question}\n`,
  )
  process.stdout.write(lines.join(''))
  process.exitCode = name === undefined ? 0 : 1
}
