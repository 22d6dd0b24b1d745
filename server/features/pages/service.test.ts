import { createHook } from 'node:async_hooks'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { defaultAgency } from '#contract/schemas/agency.ts'
import { loadSite } from './service.ts'

it('makes the pages as small as they can be one after the other, so that files and pictures wait for none but that', async () => {
  const compressing = new Set<number>()
  let most = 0
  const hook = createHook({
    init(id, type) {
      if (type === 'ZLIB') most = Math.max(most, compressing.add(id).size)
    },
    before: (id) => void compressing.delete(id),
  }).enable()
  onTestFinished(() => void hook.disable())
  await loadSite({
    folder: join(import.meta.dirname, '../../../dist'),
    agency: defaultAgency,
    pageData: { publicUrl: 'https://www.agency.example', year: '2026', sandbox: false, languages: ['en'] },
    headers: {},
    gatewayHosts: {
      ...{ script: [], connect: [], frame: [], form: [], style: [], image: [], font: [] },
      ...{ strict: true, policies: [] },
    },
    effort: 'best',
  })
  // Brotli and gzip of one page.
  expect(most).toBe(2)
})
