import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { placeWords, Title } from './vacancy.tsx'

vi.mock('#messages/language.ts', () => ({ language: 'gu' }))

it('says of a title in English that it is, on a page in another language', () => {
  expect(renderToStaticMarkup(<Title title="Fitter" language="en" />)).toMatch(
    /^<span lang="en-IN">Fitter<\/span> <span [^>]*>\(in English\)<\/span>$/,
  )
  expect(renderToStaticMarkup(<Title title="ફિટર" language="gu" />)).toBe('ફિટર')
})

it('writes cities and states in the script of the page, and leaves a place that is not known', () => {
  const here = { remote: false, countries: '' }
  expect(placeWords({ ...here, city: 'Surat', state: 'Gujarat' })).toBe('સુરત, ગુજરાત')
  expect(placeWords({ ...here, city: 'Bardoli', state: '' })).toBe('Bardoli')
})
