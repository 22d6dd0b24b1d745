import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listedPages, pages } from '#contract/paths.ts'
import { speculationRules } from './head.ts'

const ruleSet = z.object({
  prerender: z.tuple([
    z.object({
      where: z.object({
        and: z.tuple([z.unknown(), z.object({ not: z.object({ href_matches: z.array(z.string()) }) })]),
      }),
    }),
  ]),
})
const never = ruleSet.parse(JSON.parse(speculationRules)).prerender[0].where.and[1].not.href_matches

function isLeft(path: string): boolean {
  return never.some((pattern) =>
    new URLPattern(pattern, 'https://site.example').test(`https://site.example${path}`),
  )
}

test.each([
  ...['/api/docs', '/sandbox', '/sandbox/messages', '/register', '/hi/register'],
  ...['/sign-aggrement/x', '/gu/mandate-failure/x'],
])('%s acts when it is opened, and is never fetched ahead', (path) => expect(isLeft(path)).toBe(true))

test.each(listedPages.filter((path) => path !== pages.register))('%s is drawn ahead', (path) => {
  expect(isLeft(path)).toBe(false)
})
