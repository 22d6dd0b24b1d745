import { describe, expect, it } from 'vitest'
import * as tokens from './agency.ts'

const { agency, defaultAgency, registration, fillPage, sandboxOnly, servedIn, severalLanguages, whereSet } =
  tokens
const facts = { publicUrl: 'https://www.example.in', year: '2026', sandbox: false }
const page = { ...facts, languages: ['en', 'gu'] as const }
const hostile = { ...defaultAgency, name: `A&B "<x>" '$&' </script>` }

describe('filling a page', () => {
  it('escapes for text and attributes', () => {
    const built = `<h1 title="${agency.name}">${agency.name}</h1>`
    const escaped = 'A&amp;B &quot;&lt;x&gt;&quot; &#39;$&amp;&#39; &lt;/script&gt;'
    expect(fillPage(built, hostile, page)).toBe(`<h1 title="${escaped}">${escaped}</h1>`)
  })

  it('escapes for JSON inside JSON-LD, where no text can end the script', () => {
    const built = `<script type="application/ld+json">{"name":"${agency.name}","url":"${agency.publicUrl}/"}</script>`
    const [, json] = /^<script[^>]*>(.*)<\/script>$/.exec(fillPage(built, hostile, page)) ?? []
    expect(json).not.toContain('<')
    expect(JSON.parse(json ?? '')).toEqual({ name: hostile.name, url: 'https://www.example.in/' })
  })

  it('begins a sentence with a capital, names the year, and leaves an unknown token alone', () => {
    const built = `${agency.nameStart} ${agency.year} [[agency.toString]]`
    expect(fillPage(built, defaultAgency, page)).toBe('The agency 2026 [[agency.toString]]')
  })

  it('shows the registration while it is open, and its replacement while it is closed', () => {
    const [open, closed] = [registration('open'), registration('closed')]
    const built = `${open.start}form${open.end}${closed.start}words${closed.end}`
    expect(fillPage(built, defaultAgency, page)).toBe('form')
    expect(fillPage(built, defaultAgency, { ...page, registers: false })).toBe('words')
  })

  it('shows the language switch only with several languages, and in it only the visible ones', () => {
    const [en, hi, gu] = [servedIn('en'), servedIn('hi'), servedIn('gu')]
    const links = `${en.start}b${en.end}${hi.start}c${hi.end}d`
    const built = `${gu.start}a${severalLanguages.start}${links}${severalLanguages.end}${gu.end}`
    expect(fillPage(built, defaultAgency, page)).toBe('abd')
    expect(fillPage(built, defaultAgency, { ...page, languages: ['gu'] })).toBe('a')
    expect(fillPage(built, defaultAgency, { ...page, languages: ['en', 'hi'] })).toBe('')
  })

  it('shows only the details that the agency has set', () => {
    const [phone, hours, map] = [whereSet('phone'), whereSet('hours'), whereSet('map')]
    const call = `${phone.start}<a href="tel:${agency.phoneAddress}">${agency.phone}</a>${hours.start} ${agency.hours}${hours.end}${phone.end}`
    const built = `a${call}${map.start}b${map.end}`
    const set = { ...defaultAgency, phone: '+91 261 400 0000', hours: 'Mo-Sa 10:00-19:00' }
    expect(fillPage(built, defaultAgency, page)).toBe('a')
    const shown = 'a<a href="tel:+912614000000">+91 261 400 0000</a>'
    expect(fillPage(built, { ...set, hours: '' }, page)).toBe(shown)
    expect(fillPage(built, set, page)).toContain('</a> Mon–Sat, 10:00–19:00')
    expect(fillPage(built, set, { ...page, language: 'gu' })).toContain('</a> સોમ–શનિ, 10:00–19:00')
  })

  it('names the agency in the page’s language, if that name is set', () => {
    const named = { ...defaultAgency, name: 'sunrise', names: { gu: 'સનરાઇઝ' } }
    const built = `${agency.name} ${agency.nameStart}`
    expect(fillPage(built, named, { ...page, language: 'gu' })).toBe('સનરાઇઝ સનરાઇઝ')
    expect(fillPage(built, named, { ...page, language: 'hi' })).toBe('sunrise Sunrise')
    expect(fillPage(built, named, page)).toBe('sunrise Sunrise')
  })

  it('shows parts for the sandbox only in the sandbox', () => {
    const built = `a${sandboxOnly.start}b${sandboxOnly.end}c${sandboxOnly.start}d${sandboxOnly.end}`
    expect(fillPage(built, defaultAgency, page)).toBe('ac')
    expect(fillPage(built, defaultAgency, { ...page, sandbox: true })).toBe('abcd')
  })
})
