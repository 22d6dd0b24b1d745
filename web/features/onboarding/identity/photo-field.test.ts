import { expect, test } from 'vitest'
import { centredSquare, dataUrlOfBase64, pictureIn } from '#web/features/onboarding/identity/photo-field.tsx'

test.each([
  [
    { width: 4000, height: 3000 },
    { x: 500, y: 0, side: 3000, drawn: 512 },
  ],
  [
    { width: 600, height: 801 },
    { x: 0, y: 100, side: 600, drawn: 512 },
  ],
  [
    { width: 160, height: 200 },
    { x: 0, y: 20, side: 160, drawn: 160 },
  ],
  [
    { width: 1, height: 1 },
    { x: 0, y: 0, side: 1, drawn: 1 },
  ],
])('of %o the middle is kept, and nothing is made larger', (size, square) => {
  expect(centredSquare(size)).toEqual(square)
})

test.each([
  ['/9j/4AAQ', 'data:image/jpeg;base64,/9j/4AAQ'],
  ['iVBORw0KGgoAAAA=', 'data:image/png;base64,iVBORw0KGgoAAAA='],
  ['UklGRiQA', 'data:image/webp;base64,UklGRiQA'],
  ['', undefined],
  ['PHN2Zz4=', undefined],
])('the base64 %j is shown as %j', (base64, address) => expect(dataUrlOfBase64(base64)).toBe(address))

test('the picture comes out of its address as it went in', async () => {
  const picture = pictureIn('data:image/png;base64,AAEC/w==')
  expect(picture?.type).toBe('image/png')
  expect([...new Uint8Array((await picture?.arrayBuffer()) ?? new ArrayBuffer())]).toEqual([0, 1, 2, 255])
})

test.each(['', 'data:text/html;base64,AAAA', 'data:image/png;base64,***', 'https://example.com/a.png'])(
  'there is no picture in %j',
  (address) => expect(pictureIn(address)).toBe(undefined),
)
