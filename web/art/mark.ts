import { heroWide } from './scenes.ts'
import type { Size } from './scenes.ts'
import { palette } from './threads.ts'

/** Five threads that start apart and run together; the same paths stand in the header. */
export const markThreads = [
  'M3 4C11 4 12 14 29 14',
  'M3 10C10 10 13 15 29 15',
  'M3 22C10 22 13 17 29 17',
  'M3 28C11 28 12 18 29 18',
]
export const markZari = 'M3 16H29'

/** The mark alone, 32 units square, as SVG markup. */
function drawMark(): string {
  const threads = markThreads.map((d) => `<path d="${d}"/>`).join('')
  return `<g fill="none" stroke-width="2.4" stroke-linecap="round"><g stroke="${palette.cream}">${threads}</g><path d="${markZari}" stroke="${palette.zari}"/></g>`
}

/** The icon: the mark on the deep ground. `round` is the corner in parts of 32; a maskable icon wants none. */
export function icon(size: number, round: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32"><rect width="32" height="32" rx="${round}" fill="${palette.ground}"/><g transform="translate(4.2 4.2) scale(.7375)">${drawMark()}</g></svg>`
}

/** The picture that is shown where a page is shared: the hero with the mark in place of its words. */
export function sharingPicture(size: Size): string {
  const mark = `<g transform="translate(96 211) scale(6.5)">${drawMark()}</g>`
  return heroWide(size).replace('</svg>', `${mark}</svg>`)
}
