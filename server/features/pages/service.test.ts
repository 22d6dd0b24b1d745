import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { defaultAgency } from '#contract/schemas/agency.ts'
import { loadSite } from './service.ts'

it('makes the pages as small as they can be one after the other, so that files and pictures wait for none but that', async () => {
  // Servers of other tests in this process compress, too.
  const own = new AsyncLocalStorage<true>()
  const compressing = new Set<number>()
  let most = 0
  const hook = createHook({
    init(id, type) {
      if (type === 'ZLIB' && own.getStore()) most = Math.max(most, compressing.add(id).size)
    },
    before: (id) => void compressing.delete(id),
  }).enable()
  onTestFinished(() => void hook.disable())
  const site = {
    folder: join(import.meta.dirname, '../../../dist'),
    agency: defaultAgency,
    pageData: { publicUrl: 'https://www.agency.example', year: '2026', sandbox: false, languages: ['en'] },
    headers: {},
    gatewayHosts: {
      ...{ script: [], connect: [], frame: [], form: [], style: [], image: [], font: [] },
      ...{ strict: true, policies: [] },
    },
    effort: 'best',
  } as const
  await own.run(true, () => loadSite(site))
  // Brotli and gzip of one page.
  expect(most).toBe(2)
})
