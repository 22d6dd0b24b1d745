import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { leaveOutUnusedStyles, usedStyles } from './unused-styles.ts'

const named = new Set(['card', 'md:p-[1,2]'])

it.each([
  ['a class that is named', '.card{top:0}', '.card{top:0}'],
  ['a class that is not', '.other{top:0}.card{top:0}', '.card{top:0}'],
  ['one of several selectors', '.other,.card{top:0}', '.card{top:0}'],
  ['a class below another', '.card .other{top:0}', ''],
  ['a class with signs of its own', '.md\\:p-\\[1\\,2\\]{top:0}', '.md\\:p-\\[1\\,2\\]{top:0}'],
  ['what has no class', ':focus-visible,[hidden],p{top:0}', ':focus-visible,[hidden],p{top:0}'],
  ['a class in brackets', '.card:not(.other){top:0}', '.card:not(.other){top:0}'],
  ['steps of an animation', '@keyframes a{0%{top:0}to{top:1px}}', '@keyframes a{0%{top:0}to{top:1px}}'],
  ['a layer that has nothing left', '@layer a,b;@layer a{@media print{.other{top:0}}}', '@layer a,b;'],
])('%s', (_, css, used) => {
  expect(usedStyles(css, named)).toBe(used)
})

it('a class counts that a script sets which is loaded only later', () => {
  const site = mkdtempSync(path.join(os.tmpdir(), 'unused-styles-'))
  onTestFinished(() => rmSync(site, { recursive: true }))
  mkdirSync(path.join(site, '_astro'))
  const files = {
    'page.html':
      '<head><style>.a{top:0}.b{top:0}.c{top:0}.d{top:0}</style></head><p class="a x"></p><script src="/_astro/app.js">',
    '_astro/app.js': 'jsx("p",{className:`b`});const later=()=>import("./later.js")',
    '_astro/later.js': 'jsx("p",{className:"x c"});import("./app.js")',
    '_astro/of-another-page.js': '"d"',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(site, name), text)
  leaveOutUnusedStyles(site)
  expect(readFileSync(path.join(site, 'page.html'), 'utf8')).toContain(
    '<style>.a{top:0}.b{top:0}.c{top:0}</style></head><p class="a x">',
  )
})

it('what stands in a body is moved to the end of the head', () => {
  const site = mkdtempSync(path.join(os.tmpdir(), 'unused-styles-'))
  onTestFinished(() => rmSync(site, { recursive: true }))
  const page =
    '<head><style>p{top:0}</style><title>A</title></head><body><style>b{top:0}</style><p></p></body>'
  writeFileSync(path.join(site, 'page.html'), page)
  leaveOutUnusedStyles(site)
  expect(readFileSync(path.join(site, 'page.html'), 'utf8')).toBe(
    '<head><title>A</title><style>p{top:0}</style><style>b{top:0}</style></head><body><p></p></body>',
  )
})
