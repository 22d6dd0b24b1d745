import { readdirSync } from 'node:fs'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import type { AstroIntegration } from 'astro'
import { defineConfig } from 'astro/config'
import { buildTargets } from '#scripts/build/browsers.ts'
import { pagesToBuild } from '#scripts/build/pages-to-build.ts'
import {
  callsWithoutServer,
  fieldsWithoutServer,
  messagesIn,
  minifyOurs,
  ownCopies,
  ownIslands,
  plainIcons,
  plainProperties,
  pureSchemas,
  scriptOfIsland,
  stylesOfPage,
} from '#scripts/build/plugins.ts'
import manifest from './package.json' with { type: 'json' }

/** Scripts up to this size ride in the page: a request on a phone costs more than these bytes. */
const inlineScriptBytes = 16 * 1024

/** What every island needs comes in one file: each request costs a phone more than the few bytes that one could spare. */
const neededByAll =
  /^(?!.*\?of=(?:staff|my)).*(?:node_modules\/(react|react-dom|scheduler|@astrojs\/react)\/|lucide-react\/(?!.*icons\/(image-up|circle|minus|plus|file|camera)\.)|web\/ui\/plain-icon)/

/** The same for the desk: what its frame and more than one of its screens need, while each screen is a file of its own. */
const neededByDesk =
  /web\/features\/staff\/(?:lists\/words|[^/]+)\.tsx?$|contract\/messages\/staff(?:-lists)?\.ts|node_modules\/(?:@tanstack\/(?:query-core|react-query)|use-sync-external-store)\//

/** What the desk's lists begin with, in one file as well; the document asks for it at their addresses. */
const neededByLists = /web\/features\/staff\/lists\/(?!search-screen)/

const clientPainted: AstroIntegration = {
  name: 'client-painted',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) => {
      addClientDirective({ name: 'painted', entrypoint: '#web/layout/client-painted-directive.ts' })
    },
  },
}

const { language, englishOnly, part } = pagesToBuild()

/** Builds of the pages in a language leave out what exists once; to a developer's server it belongs. */
const englishOnlyPages: AstroIntegration = {
  name: 'english-only-pages',
  hooks: {
    'astro:config:setup': ({ command, injectRoute }) => {
      if (command !== 'dev') return
      for (const file of readdirSync(new URL('./web/english-only/pages', import.meta.url))) {
        const entrypoint = `./web/english-only/pages/${file}`
        injectRoute({ pattern: `/${file.replace(/\.(ts|astro)$/, '')}`, entrypoint })
      }
    },
  },
}

export default defineConfig({
  srcDir: englishOnly ? './web/english-only' : './web',
  publicDir: './web/public',
  outDir: './dist',
  cacheDir: `./node_modules/.astro/${part}`,
  output: 'static',
  trailingSlash: 'never',
  compressHTML: true,
  build: { format: 'file', assets: '_astro', inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  integrations: [react(), clientPainted, englishOnlyPages],
  vite: {
    cacheDir: `./node_modules/.vite/${part}`,
    define: { __RELEASE__: JSON.stringify(manifest.version) },
    plugins: [
      messagesIn(language),
      stylesOfPage,
      tailwindcss(),
      plainProperties,
      ownCopies,
      pureSchemas,
      callsWithoutServer,
      fieldsWithoutServer,
      plainIcons,
      ownIslands,
      minifyOurs,
    ],
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  { name: 'shared', test: neededByAll },
                  { name: 'desk', test: neededByDesk },
                  { name: 'desk-lists', test: neededByLists },
                  { name: 'forms', test: /node_modules\/react-hook-form\// },
                  { name: 'preload', test: /vite\/preload-helper/ },
                  { name: scriptOfIsland },
                ],
              },
            },
          },
        },
      },
    },
    build: {
      target: buildTargets(),

      // Pictures keep an address of their own, so that they are cached; only scripts are inlined.
      assetsInlineLimit: (file, content) => file.endsWith('.js') && content.byteLength <= inlineScriptBytes,
    },
  },
})
