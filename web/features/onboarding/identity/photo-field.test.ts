import { expect, test } from 'vitest'
import { centredSquare, dataUrlOfBase64, pictureIn } from '#web/features/onboarding/identity/photo-field.tsx'

test.each([
  [4000, 3000, { x: 500, y: 0, side: 3000, drawn: 512 }],
  [600, 801, { x: 0, y: 100, side: 600, drawn: 512 }],
  [160, 200, { x: 0, y: 20, side: 160, drawn: 160 }],
])('of %i by %i pixels the middle is kept, and nothing is enlarged', (width, height, square) => {
  expect(centredSquare({ width, height })).toEqual(square)
})

test.each([
  ['/9j/4AAQ', 'data:image/jpeg;base64,/9j/4AAQ'],
  ['iVBORw0KGgoAAAA=', 'data:image/png;base64,iVBORw0KGgoAAAA='],
  ['UklGRiQA', 'data:image/webp;base64,UklGRiQA'],
  ['', undefined],
  ['PHN2Zz4=', undefined],
])('the base64 text %j becomes the address %j', (base64, address) =>
  expect(dataUrlOfBase64(base64)).toBe(address),
)

test('a picture is the same after becoming an address and back', async () => {
  const picture = pictureIn('data:image/png;base64,AAEC/w==')
  expect(picture?.type).toBe('image/png')
  expect([...new Uint8Array((await picture?.arrayBuffer()) ?? new ArrayBuffer())]).toEqual([0, 1, 2, 255])
})

test.each(['', 'data:text/html;base64,AAAA', 'data:image/png;base64,***', 'https://example.com/a.png'])(
  'there is no picture in %j',
  (address) => expect(pictureIn(address)).toBe(undefined),
)
