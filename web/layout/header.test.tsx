import { expect, test } from 'vitest'
import { listedPages, pages } from '#contract/paths.ts'
import { served } from '#web/ui/served.fixture.ts'
import { Header } from './header.tsx'

const links = [
  ['/', 'Home'],
  ['/about', 'About'],
  ['/services', 'Services'],
  ['/contact', 'Contact'],
  ['/career', 'Career'],
  ['/register', 'Sign Up'],
]

test('the mark has its gold thread on every page, since a class would need the page’s own styles', () => {
  const { place } = served(<Header path={pages.terms} translated={false} />)
  expect(place.querySelectorAll('path[d="M3 16H29"][stroke="var(--marigold)"]')).toHaveLength(2)
})

/** Returns the links of the bar and of the overlay menu with their addresses and words, and which of them are marked. */
function navigationOn(path: string) {
  const { place } = served(<Header path={path} translated={false} />)
  return [...place.querySelectorAll('nav')].map((nav) => {
    const found = [...nav.querySelectorAll('a')]
    const marked = found.filter((link) => link.getAttribute('aria-current') === 'page')
    return {
      links: found.map((link) => [link.getAttribute('href'), link.textContent]),
      marked: marked.map((link) => link.getAttribute('href')),
    }
  })
}

test.each(listedPages)(
  'on %s the bar and the menu have the same links, and mark the current page',
  (path) => {
    const inBar: string[] = [pages.home, pages.about, pages.services, pages.contact, pages.career]
    const one = { links, marked: inBar.includes(path) ? [path] : [] }
    expect(navigationOn(path)).toEqual([one, one])
  },
)
