import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { listedPages, pages } from '#contract/paths.ts'
import { Header } from './header.tsx'

const links = [
  ['/', 'Home'],
  ['/about', 'About'],
  ['/services', 'Services'],
  ['/contact', 'Contact'],
  ['/career', 'Career'],
  ['/register', 'Sign Up'],
]

test('the mark has its gold thread on every page: a class would need the page’s own styles', () => {
  const html = renderToStaticMarkup(<Header path={pages.terms} translated={false} />)
  expect(html.match(/<path d="M3 16H29" stroke="var\(--marigold\)"/g)).toHaveLength(2)
})

/** The links of the bar and of the overlay menu, each with its address and its words, and which of them are marked. */
function navigationOn(path: string) {
  const html = renderToStaticMarkup(<Header path={path} translated={false} />)
  return [...html.matchAll(/<nav .*?<\/nav>/g)].map(([nav]) => {
    const found = [...nav.matchAll(/<a href="([^"]+)"([^>]*)>([^<]+)</g)]
    const marked = found.filter(([, , rest]) => rest?.includes('aria-current="page"'))
    return { links: found.map(([, href, , words]) => [href, words]), marked: marked.map(([, href]) => href) }
  })
}

test.each(listedPages)(
  'on %s the bar and the menu have the same links, and mark the page one is on',
  (path) => {
    const inBar: string[] = [pages.home, pages.about, pages.services, pages.contact, pages.career]
    const one = { links, marked: inBar.includes(path) ? [path] : [] }
    expect(navigationOn(path)).toEqual([one, one])
  },
)
