import { afterEach, expect, test, vi } from 'vitest'
import { isInsideApp } from './inside-app.ts'

const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8'
const apple =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'

afterEach(() => void vi.unstubAllGlobals())

test.each([
  [`${android}; wv) ${chrome}`, true],
  [`${android}) ${chrome} [FB_IAB/FB4A;FBAV/470.0.0;]`, true],
  [`${android}) ${chrome} Instagram 330.0.0 Android`, true],
  [`${android}) ${chrome} WhatsApp/2.24.1`, true],
  [`${apple} Mobile/15E148 [FBAN/FBIOS;FBAV/470.0.0]`, true],
  [`${apple} Mobile/15E148`, true],
  [`${apple} Version/17.5 Mobile/15E148 Safari/604.1`, false],
  [`${apple} CriOS/126.0 Mobile/15E148 Safari/604.1`, false],
  [`${android}) ${chrome}`, false],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', false],
])('%s is inside an app: %s', (userAgent, expected) => {
  vi.stubGlobal('window', { open: () => null })
  expect(isInsideApp({ userAgent })).toBe(expected)
})

test('a browser that knows no windows is taken for one', () => {
  vi.stubGlobal('window', {})
  expect(isInsideApp({ userAgent: `${android}) ${chrome}` })).toBe(true)
})
