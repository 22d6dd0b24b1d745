import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const skipped = ['**/node_modules/**', 'dist/**', '.cache/**', '**/*.long.test.ts']
const services = 'tests/support/services.ts'
const hour = 3_600_000
/** Workers on two cores where tests wait now and then: with two, a sixth of the time nothing was done. */
const withWaits = 3

/** Files of unit tests in a random order, so that none comes to need what another left behind; of the others the longest first. */
class UnitsInRandomOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isUnit = ({ project }: TestSpecification) => project.name === 'unit'
    const others = await super.sort(files.filter((file) => !isUnit(file)))
    const units = files.filter(isUnit).map((file) => ({ file, place: this.placeOf(file) }))
    units.sort((one, other) => one.place - other.place)
    if (units.length > 1)
      this.ctx.logger.log(`Unit tests in the order of seed ${this.ctx.config.sequence.seed}`)
    return [...units.map(({ file }) => file), ...others]
  }

  /** By the seed and the name alone, so that a seed gives the same order on every machine. */
  private placeOf({ moduleId }: TestSpecification): number {
    const { root, sequence } = this.ctx.config
    const name = `${sequence.seed} ${relative(root, moduleId)}`
    return createHash('sha256').update(name).digest().readUInt32BE()
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: UnitsInRandomOrder },
    // The least machine that must run all of it has two cores.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          globalSetup: services,
          // Of what no engine is known to do otherwise; stores, limits, sessions and crowds run on both.
          provide: { engine: 'sqlite' },
          maxWorkers: withWaits,
          // A worker loads the server's modules once for all its files, which leave nothing behind in what they share.
          isolate: false,
          include: [
            '{contract,sandbox,web,server,ops,scripts,bench}/**/*.test.{ts,tsx}',
            'tests/deploy/**/*.test.ts',
          ],
          exclude: skipped,
          // Far longer than any takes, also where many processes share a core: these end what hangs.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
          setupFiles: 'tests/support/property-seed.ts',
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'resilience',
          include: ['tests/resilience/**/*.test.ts'],
          exclude: skipped,
          globalSetup: services,
          // Most of these wait for a process, a disk or a line that is broken.
          maxWorkers: withWaits,
          testTimeout: 600_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          // Processes are killed and disks filled here, which the unit tests need not see.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          setupFiles: 'tests/support/e2e/needs-chromium.ts',
          globalSetup: services,
          maxWorkers: withWaits,
          // The files that one worker runs share its server and its browser.
          isolate: false,
          include: ['tests/e2e/*.test.ts'],
          exclude: skipped,
          // Each wait in a test ends by itself; this ends what waits for something else.
          testTimeout: 180_000,
          hookTimeout: 120_000,
          // After the unit tests, so that browsers have the machine to themselves.
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'journeys',
          globalSetup: services,
          maxWorkers: withWaits,
          include: ['tests/e2e/journeys/*.test.ts'],
          exclude: skipped,
          testTimeout: 180_000,
          hookTimeout: 120_000,
          // With those of e2e, so that no worker waits for the last of them.
          sequence: { groupOrder: 2 },
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
          sequence: { groupOrder: 3 },
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
            'tests/resilience/{kill-nine,power-cut,disk-errors,migrations,postgres-restarts,synced}.test.ts',
            'tests/security/{injection,operations,slow}.test.ts',
          ],
          exclude: ['**/node_modules/**', 'dist/**', '.cache/**'],
          provide: { rounds: 10, seed: Date.now() },
          globalSetup: services,
          setupFiles: 'tests/support/property-seed.ts',
          testTimeout: 6 * hour,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
})
