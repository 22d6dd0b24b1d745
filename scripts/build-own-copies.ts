import type { AstroUserConfig } from 'astro'

type Plugin = Exclude<
  NonNullable<NonNullable<AstroUserConfig['vite']>['plugins']>[number],
  PromiseLike<unknown> | false | null | undefined | unknown[]
>

/** Parts of which two copies behave as one: what they keep in mind, they keep for one island. */
const stateless = /\/(contract|web\/lib|web\/ui|node_modules\/zod)\/.*\.(m?js|tsx?)$/
const feature = /\/web\/features\/([\w-]+)\/|\?of=([\w-]+)$/

/**
 * Gives the islands of each feature a copy of their own of the contract, of `web/lib`, `web/ui` and of zod. What a bundler shares
 * between pages holds all that any of them uses: the contact form would pay, byte by byte, for every schema and sentence
 * of the registration. A copy holds what its own feature uses.
 */
export function ownCopies(): Plugin {
  return {
    name: 'own-copies',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer, options) {
      const [, inFolder, inCopy] = feature.exec(importer ?? '') ?? []
      const owner = inFolder ?? inCopy
      if (!owner) return null
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      if (!found || found.external || !stateless.test(found.id)) return found
      return { ...found, id: `${found.id}?of=${owner}` }
    },
  }
}
