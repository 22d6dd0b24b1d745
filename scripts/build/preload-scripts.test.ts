import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { preloadScripts } from './preload-scripts.ts'

it('a document names the scripts that its island begins with, each once, and its first call', () => {
  const site = mkdtempSync(path.join(os.tmpdir(), 'preload-scripts-'))
  onTestFinished(() => rmSync(site, { recursive: true }))
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
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(site, name), text)
  preloadScripts(site, 'page.html', '/api/me')
  const html = readFileSync(path.join(site, 'page.html'), 'utf8')
  const named = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)].map(([, url]) => url)
  expect(named.sort()).toEqual(['/app.js', '/client.js', '/deep.js', '/effect.js', '/shared.js'])
  expect(html).toContain('<link rel="preload" as="fetch" crossorigin href="/api/me"></head>')
})
