import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import type { AstroIntegration } from 'astro'
import { defineConfig } from 'astro/config'
import { buildTargets } from '#scripts/build/browsers.ts'
import { ownCopies, plainIcons } from '#scripts/build/plugins.ts'
import manifest from './package.json' with { type: 'json' }

/** Scripts up to this size ride in the page: a request on a phone costs more than these bytes. */
const inlineScriptBytes = 16 * 1024

/** What every island needs comes in one file: each request costs a phone more than the few bytes that one could spare. */
const neededByAll =
  /^(?!.*\?of=staff).*(?:node_modules\/(react|react-dom|scheduler|@astrojs\/react|react-hot-toast)\/|lucide-react\/(?!.*icons\/(image-up|circle-dashed|minus|plus|file|camera)\.)|web\/ui\/plain-icon|rolldown\/runtime)/

const painted: AstroIntegration = {
  name: 'painted',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) => {
      addClientDirective({ name: 'painted', entrypoint: '#web/layout/painted.ts' })
    },
  },
}

export default defineConfig({
  srcDir: './web',
  publicDir: './web/public',
  outDir: './dist',
  output: 'static',
  trailingSlash: 'never',
  compressHTML: true,
  build: { format: 'file', assets: '_astro', inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  integrations: [react(), painted],
  vite: {
    define: { __RELEASE__: JSON.stringify(manifest.version) },
    plugins: [tailwindcss(), ownCopies(), plainIcons()],
    environments: {
      client: {
        build: {
          minify: 'terser',
          rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', test: neededByAll }] } } },
        },
      },
    },
    build: {
      target: buildTargets(),
      terserOptions: { ecma: 2020, safari10: false, compress: { passes: 3 } },
      // Pictures keep an address of their own, so that they are cached; only scripts are inlined.
      assetsInlineLimit: (file, content) => file.endsWith('.js') && content.byteLength <= inlineScriptBytes,
    },
  },
})
