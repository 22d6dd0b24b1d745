import react from '@astrojs/react'
import type { AstroIntegration } from 'astro'
import { defineConfig } from 'astro/config'

const page: AstroIntegration = {
  name: 'page',
  hooks: {
    'astro:config:setup': ({ injectRoute }) => injectRoute({ pattern: '/', entrypoint: './index.astro' }),
  },
}

/** A page as a careful Astro site has it, beside which `npm run bench -- pages` measures ours. */
export default defineConfig({
  srcDir: '.',
  publicDir: './none',
  cacheDir: '../../node_modules/.astro/reference',
  build: { format: 'file', inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  integrations: [react(), page],
  vite: { cacheDir: '../../node_modules/.vite/reference' },
})
