import { fetchAnswer, wireBytes } from './answer.ts'
import type { Browser } from './browser.ts'
import { openTab } from './tab.ts'

export interface Hero {
  screen: string
  /** What the browser chose, as its content type. */
  type: string
  bytes: number
  /** Whether width and height are given and it is not lazy. */
  ready: boolean
  fallback: boolean
}

const screens = [
  { screen: '390 × 844 at 3 ×', width: 390, height: 844, deviceScaleFactor: 3, mobile: true },
  { screen: '1280 × 800', width: 1280, height: 800, deviceScaleFactor: 1, mobile: false },
]

const readPicture = `(() => {
  const picture = document.querySelector('main picture')
  const image = picture.querySelector('img')
  return {
    url: image.currentSrc,
    ready: image.hasAttribute('width') && image.hasAttribute('height') && image.loading !== 'lazy',
    fallback: !image.src.endsWith('.avif'),
  }
})()`

/** The hero picture that a phone and a desktop choose. */
export async function heroPictures(browser: Browser, url: string): Promise<Hero[]> {
  const found: Hero[] = []
  for (const { screen, ...metrics } of screens) {
    const tab = await openTab(browser, 'about:blank')
    const blank = await tab.shown('about:blank')
    await blank.send('Emulation.setDeviceMetricsOverride', metrics)
    await blank.send('Page.navigate', { url })
    const page = await tab.shown(url)
    const picture = await page.evaluate<{ url: string; ready: boolean; fallback: boolean }>(readPicture)
    await tab.close()
    const answer = await fetchAnswer(picture.url)
    const { ready, fallback } = picture
    found.push({
      screen,
      type: answer.headers['content-type'] ?? '',
      bytes: wireBytes(answer),
      ready,
      fallback,
    })
  }
  return found
}
