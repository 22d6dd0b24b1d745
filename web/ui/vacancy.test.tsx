import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { served } from './served.fixture.ts'
import type * as Vacancy from './vacancy.tsx'

// As the build for Gujarati has it. The files of a worker share their modules, so both ends reset them.
let here: typeof Vacancy
beforeAll(async () => {
  vi.resetModules()
  vi.doMock('#messages/language.ts', () => ({ language: 'gu' }))
  here = await import('./vacancy.tsx')
})
afterAll(() => {
  vi.doUnmock('#messages/language.ts')
  vi.resetModules()
})

it('marks an English title on a page in another language', () => {
  const { Title } = here
  const { place } = served(<Title title="Fitter" language="en" />)
  expect(place.textContent).toBe('Fitter (in English)')
  expect(place.querySelector('[lang="en-IN"]')?.textContent).toBe('Fitter')
  expect(served(<Title title="ફિટર" language="gu" />).place.innerHTML).toBe('ફિટર')
  // Typed in Gujarati where the English title belongs.
  expect(served(<Title title="ફિટર" language="en" />).place.innerHTML).toBe('ફિટર')
})

it('writes cities and states in the script of the page, and keeps an unknown place', () => {
  const { placeWords } = here
  const onSite = { remote: false, countries: '' }
  expect(placeWords({ ...onSite, city: 'Surat', state: 'Gujarat' })).toBe('સુરત, ગુજરાત')
  expect(placeWords({ ...onSite, city: 'Bardoli', state: '' })).toBe('Bardoli')
})
