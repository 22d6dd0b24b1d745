import { fileURLToPath } from 'node:url'
import type { AstroUserConfig } from 'astro'

type Plugin = Exclude<
  NonNullable<NonNullable<AstroUserConfig['vite']>['plugins']>[number],
  PromiseLike<unknown> | false | null | undefined | unknown[]
>

const plain = fileURLToPath(import.meta.resolve('#web/ui/plain-icon.ts'))
const stand = '\0plain-icon'

/** Has lucide's icons drawn by our few lines: its own drawing, with all it can do, costs every form more than its icons. */
export function plainIcons(): Plugin {
  return {
    name: 'plain-icons',
    apply: 'build',
    enforce: 'pre',
    configEnvironment: () => ({ resolve: { noExternal: ['lucide-react'] } }),
    resolveId: (source) => (source === '../createLucideIcon.mjs' ? stand : null),
    load: (id) => (id === stand ? `export { plainIcon as default } from ${JSON.stringify(plain)}` : null),
  }
}
