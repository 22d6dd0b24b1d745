import { fileURLToPath } from 'node:url'
import type { AstroUserConfig } from 'astro'
import type { Language } from '#contract/messages/languages.ts'

export type Plugin = Exclude<
  NonNullable<NonNullable<AstroUserConfig['vite']>['plugins']>[number],
  PromiseLike<unknown> | false | null | undefined | unknown[]
>

/** Takes `#messages/…` from the folder of a language; TypeScript and Node, which know one build alone, take English. */
export function messagesIn(language: Language): Plugin {
  return {
    name: 'messages-of-language',
    enforce: 'pre',
    resolveId(source, importer, options) {
      const [, file] = /^#messages\/(.+)$/.exec(source) ?? []
      if (file === undefined) return null
      return this.resolve(`#contract/messages/${language}/${file}`, importer, { ...options, skipSelf: true })
    },
  }
}

/** Modules of which two copies behave as one: the state that they keep belongs to one island. */
const stateless =
  /\/(contract|web\/lib|web\/ui|web\/features\/onboarding\/(mandate|agreement|links)|node_modules\/zod)\/.*\.(m?js|tsx?)$/
/** The desk takes icons that no public page has, of which pages share one file. */
const ofDesk = /\/node_modules\/lucide-react\//
const copy = /\?of=([\w-]+)$/
const linkPage = /\/web\/features\/onboarding\/links\/(sign-agreement|mandate-retry)\.tsx$/
const feature = /\/web\/features\/([\w-]+)\//

/** The island that a module belongs to: that of its copy, of a page reached by a link, or of its feature. */
function islandOf(module: string): string | undefined {
  return [copy, linkPage, feature]
    .map((pattern) => pattern.exec(module)?.[1])
    .find((name) => name !== undefined)
}

/**
 * Gives the islands of each feature their own copy of the contract, of `web/lib`, `web/ui` and of zod. What a bundler
 * shares between pages holds everything that any of them uses: the contact form would load every schema and sentence of
 * the registration. A copy holds what its own feature uses.
 */
export function ownCopies(): Plugin {
  return {
    name: 'own-copies',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer, options) {
      const island = islandOf(importer ?? '')
      if (!island) return null
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      if (!found || found.external) return found
      const isCopied = stateless.test(found.id) || (island === 'staff' && ofDesk.test(found.id))
      if (!isCopied) return found
      return { ...found, id: `${found.id}?of=${island}` }
    },
  }
}

const plain = fileURLToPath(import.meta.resolve('#web/ui/plain-icon.ts'))
const standIn = '\0plain-icon'

/** Draws lucide's icons with `web/ui/plain-icon.ts`: its own code is larger than all icons of a form. */
export function plainIcons(): Plugin {
  return {
    name: 'plain-icons',
    apply: 'build',
    enforce: 'pre',
    configEnvironment: () => ({ resolve: { noExternal: ['lucide-react'] } }),
    resolveId: (source) => (source === '../createLucideIcon.mjs' ? standIn : null),
    load: (id) => (id === standIn ? `export { plainIcon as default } from ${JSON.stringify(plain)}` : null),
  }
}

/**
 * Tells the bundler that to make a schema does nothing else, so that a page leaves out those that it does not use: of
 * zod's own calls it knows that, but not of the checks that are added to them.
 */
export function pureSchemas(): Plugin {
  return {
    name: 'pure-schemas',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/[\w/-]+\.ts(\?|$)/ },
      handler: (code) => ({
        code: code.replaceAll(/(?<=[=(:,[]\s*)z\.\w+\(/g, '/* @__PURE__ */ $&'),
        map: null,
      }),
    },
  }
}
