import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './child.ts'

/** Addresses of the hand-written pages, beside the built page of the same content. */
export const handWritten = { '/': '/hand-written/home', '/contact': '/hand-written/contact' } as const

const ourOwn = ['server', 'contract', 'dist', 'package.json']
const tests = /\.test\.tsx?$|\/testing$/
const speculation = /<script type="speculationrules">[\s\S]*?<\/script>/

/**
 * Copies the server and the built site into `folder`, with the hand-written pages beside the built ones: our own
 * server serves both alike, and needs no setting that only a bench would use.
 */
export function copySite(folder: string, options: { speculationRules: boolean }): void {
  for (const name of ourOwn) {
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: (source) => !tests.test(source) })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const pages = join(folder, 'dist', 'hand-written')
  cpSync(join(root, 'bench', 'hand-written'), pages, { recursive: true })
  copyHero(join(folder, 'dist', '_astro'), pages)
  if (!options.speculationRules) removeSpeculation(join(folder, 'dist'))
}

/** The hand-written page names the hero's pictures without the build's hashes. */
function copyHero(from: string, to: string): void {
  for (const file of readdirSync(from)) {
    const named = /^(hero-\w+)\..+\.(avif|webp)$/.exec(file)
    if (named) cpSync(join(from, file), join(to, `${named[1]}.${named[2]}`))
  }
}

function removeSpeculation(dist: string): void {
  for (const file of readdirSync(dist).filter((name) => name.endsWith('.html'))) {
    const path = join(dist, file)
    writeFileSync(path, readFileSync(path, 'utf8').replace(speculation, ''))
  }
}
