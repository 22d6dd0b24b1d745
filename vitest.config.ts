import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const skipped = ['**/node_modules/**', 'dist/**', '.cache/**', '**/*.long.test.ts']
const components = 'web/**/*.test.tsx'
const services = 'tests/support/services.ts'
const hour = 3_600_000

/** What takes longest begins first, so that no worker is left with it at the end. */
const longestFirst = ['/e2e/journeys/', '/resilience/', '/e2e/screens', '/e2e/', '/deploy/']

/** Among these, and among all others, files are in a random order, so that none comes to need what another left behind. */
class InRandomOrder extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, sequence } = this.ctx.config
    if (files.length > 1) this.ctx.logger.log(`Files in the order of seed ${sequence.seed}`)
    const places = files.map((file) => {
      const rank = longestFirst.findIndex((part) => file.moduleId.includes(part))
      // By the seed and the name alone, so that a seed gives the same order on every machine.
      const name = `${sequence.seed} ${relative(root, file.moduleId)}`
      const chance = createHash('sha256').update(name).digest('hex')
      return { file, place: `${rank === -1 ? longestFirst.length : rank} ${chance}` }
    })
    places.sort((one, other) => (one.place < other.place ? -1 : 1))
    return Promise.resolve(places.map(({ file }) => file))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: InRandomOrder },
    // The least machine that must run all of it has two cores. Tests wait now and then: with two workers, a sixth of the
    // time nothing was done.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          globalSetup: services,
          // Of what no engine is known to do otherwise; stores, limits, sessions and crowds run on both.
          provide: { engine: 'sqlite' },
          // A worker loads the server's modules once for all its files, which leave nothing behind in what they share.
          isolate: false,
          include: [
            '{contract,sandbox,web,server,ops,scripts,bench}/**/*.test.{ts,tsx}',
            'tests/deploy/**/*.test.ts',
          ],
          exclude: [...skipped, components],
          // Far longer than any takes, also where many processes share a core: these end what hangs.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
          setupFiles: 'tests/support/property-seed.ts',
        },
      },
      {
        // In a document without a browser: what stands in it, and what a press does.
        test: {
          name: 'components',
          environment: 'happy-dom',
          // A worker loads React and the document once for all files; a fixture empties the document after each test.
          isolate: false,
          include: [components],
          exclude: skipped,
          setupFiles: ['tests/support/property-seed.ts', 'web/ui/components.fixture.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'resilience',
          include: ['tests/resilience/**/*.test.ts'],
          exclude: skipped,
          globalSetup: services,
          testTimeout: 600_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: 'e2e',
          setupFiles: 'tests/support/e2e/needs-chromium.ts',
          globalSetup: services,
          // The files that one worker runs share its server and its browser.
          isolate: false,
          include: ['tests/e2e/*.test.ts'],
          exclude: skipped,
          // Each wait in a test ends by itself; this ends what waits for something else.
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'journeys',
          globalSetup: services,
          include: ['tests/e2e/journeys/*.test.ts'],
          exclude: skipped,
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'security',
          globalSetup: services,
          include: ['tests/security/**/*.test.ts'],
          exclude: skipped,
          provide: { engine: 'sqlite' },
          testTimeout: 180_000,
          hookTimeout: 120_000,
          // After all others: these measure how the server stands while it is attacked.
          sequence: { groupOrder: 1 },
        },
      },
      {
        // `npm run test:long` runs these too: what takes minutes, and again what depends on chance.
        test: {
          name: 'long',
          include: [
            '**/*.long.test.ts',
            'server/features/**/*.test.ts',
            'tests/deploy/rolling-restart.test.ts',
            'tests/resilience/{kill-nine,power-cut,disk-errors,migrations,postgres-restarts}.test.ts',
            'tests/security/{operations,slow}.test.ts',
          ],
          exclude: ['**/node_modules/**', 'dist/**', '.cache/**'],
          provide: { rounds: 10, seed: Date.now() },
          globalSetup: services,
          setupFiles: 'tests/support/property-seed.ts',
          testTimeout: 6 * hour,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
