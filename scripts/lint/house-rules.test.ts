import { Linter } from 'eslint'
import { describe, expect, it } from 'vitest'
import { everywhere } from './house-rules.ts'

function refusals(code: string): number {
  const rules = { 'no-restricted-syntax': everywhere['no-restricted-syntax'] ?? 'off' }
  return new Linter().verify(code, { rules }).length
}

describe('what a locale writes is taken for data', () => {
  it.each([
    `new Intl.DateTimeFormat('en-CA', { dateStyle: 'short' })`,
    `new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', year: 'numeric' })`,
    `new Intl.DateTimeFormat(locale)`,
    `clock.format(at).replaceAll('/', '-')`,
    `new Date().toLocaleDateString('sv')`,
    `(5000).toLocaleString()`,
  ])('in %s, which is refused', (code) => expect(refusals(code)).toBe(1))

  it.each([
    `new Intl.DateTimeFormat('en-IN', { dateStyle: 'long' }).format(at)`,
    `new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(5000)`,
    `name.toLocaleLowerCase('en')`,
  ])('not in %s, which is for people', (code) => expect(refusals(code)).toBe(0))
})
