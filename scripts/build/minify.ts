import { minify } from 'terser'
import type { Plugin } from './plugins.ts'

/** What every island needs: React and its like, of which terser makes nothing smaller than Vite's own minifier does. */
const fromPackages = /^shared$/

/**
 * Minifies our own scripts with terser before Vite's own minifier has its turn: it leaves out the sentences of a message
 * module that an island does not use, for a tenth less of its bytes, but takes two thirds of a build where it is given
 * everything.
 */
export function minifyOurs(): Plugin {
  return {
    name: 'minify-ours',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    async renderChunk(code, chunk) {
      if (fromPackages.test(chunk.name)) return null
      const options = { module: true, ecma: 2020, compress: { passes: 3 } } as const
      const { code: minified } = await minify(code, options)
      return minified === undefined ? null : { code: minified, map: null }
    },
  }
}
