import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { folderToBuildIn, nameScriptsOfIslands, putInPlace, preloadScripts } from './site.ts'

let root = ''

function write(folder: string, file: string, text: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, file), text)
}

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'build-place-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

it('a finished build replaces the previous one completely', () => {
  const [built, target] = [folderToBuildIn(path.join(root, '.cache')), path.join(root, 'dist')]
  for (const text of ['first', 'second']) {
    write(built, 'index.html', text)
    write(built, `${text}.js`, '')
    putInPlace(built, target)
    expect(readdirSync(target).sort()).toEqual([`${text}.js`, 'index.html'].sort())
    expect(readFileSync(path.join(target, 'index.html'), 'utf8')).toBe(text)
  }
  expect(readdirSync(path.join(root, '.cache'))).toEqual([])
})

it('only the leftovers of a failed build are deleted', () => {
  const parent = path.join(root, '.cache')
  write(path.join(parent, 'building-1'), 'half.html', '')
  write(parent, 'site', 'the stamp')
  folderToBuildIn(parent)
  expect(existsSync(path.join(parent, 'building-1'))).toBe(false)
  expect(existsSync(path.join(parent, 'site'))).toBe(true)
})

it('a document preloads its island’s scripts, each once, and its first call', () => {
  const files = {
    'page.html':
      '<html><head><title>A</title></head><astro-island component-url="/app.js" renderer-url="/client.js"></astro-island></html>',
    'app.js': 'import{a as b}from"./shared.js";import"./effect.js";const later=()=>import("./later.js")',
    'client.js': 'import {c} from "./shared.js"',
    'shared.js': 'import{d}from"./app.js";export{e}from"./deep.js"',
    'effect.js': 'import.meta.url',
    'deep.js': '',
    'later.js': '',
  }
  for (const [name, text] of Object.entries(files)) write(root, name, text)
  preloadScripts(root, 'page.html', '/api/me')
  const html = readFileSync(path.join(root, 'page.html'), 'utf8')
  const named = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)].map(([, url]) => url)
  expect(named.sort()).toEqual(['/app.js', '/client.js', '/deep.js', '/effect.js', '/shared.js'])
  expect(html).toContain('<link rel="preload" as="fetch" crossorigin href="/api/me"></head>')
})

it('an island names the scripts that it needs, each after those that it imports', () => {
  const files = {
    'page.html':
      '<astro-island client="painted" component-url="/form.js" renderer-url="/client.js"><form></form></astro-island>',
    'plain.html': '<form></form>',
    'form.js': 'import{a}from"./shared.js";import"./fields.js";const later=()=>import("./later.js")',
    'fields.js': 'import{b}from"./shared.js"',
    'client.js': 'import{c}from"./shared.js"',
    'shared.js': '',
    'later.js': '',
  }
  for (const [name, text] of Object.entries(files)) write(root, name, text)
  for (const document of ['page.html', 'plain.html']) nameScriptsOfIslands(root, document)
  const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
  expect(read('page.html')).toContain(
    '<astro-island scripts="/shared.js /fields.js /form.js /client.js" client="painted"',
  )
  expect(read('plain.html')).toBe(files['plain.html'])
})
