import { bezier, drawBundle, ease, palette } from './threads.ts'
import type { Bundle, Curve, Point } from './threads.ts'

export interface Size {
  width: number
  height: number
}

interface Ground extends Size {
  /** Where the light falls, as parts of width and height. */
  light: Point
  /** Ready SVG markup. */
  content: string
}

export const threadColours = [palette.cream, palette.cream, palette.sage, palette.sage, palette.leaf]

export function onGround({ width, height, light, content }: Ground): string {
  const reach = Math.max(width, height) * 0.75
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs><radialGradient id="light" gradientUnits="userSpaceOnUse" cx="${width * light.x}" cy="${height * light.y}" r="${reach}">
<stop offset="0" stop-color="${palette.glow}"/><stop offset=".5" stop-color="${palette.ground}"/><stop offset="1" stop-color="${palette.deep}"/>
</radialGradient></defs><rect width="${width}" height="${height}" fill="url(#light)"/>
<g fill="none" stroke-linejoin="round">${content}</g></svg>`
}

interface Cord extends Size {
  points: Curve
  mouth: number
  waist: number
  turns: number
  count: number
  weight: number
  seed: number
  show?: (s: number) => number
}

/** A funnel of threads that gathers into a cord; points and radii are parts of width and height. */
export function cord(plan: Cord): string {
  const { width, height } = plan
  const bundle: Bundle = {
    count: plan.count,
    axis: bezier(plan.points, width, height),
    spread: (s) =>
      height * (plan.waist + (plan.mouth - plan.waist) * Math.pow(1 - ease(s, -0.35, 0.86), 1.6)),
    twist: (s) => plan.turns * Math.pow(s, 2.2),
    show: plan.show ?? ((s) => 0.1 + 0.9 * ease(s, 0.1, 0.75)),
    weight: plan.weight,
    colours: threadColours,
    zari: Math.floor(plan.count * 0.6),
    seed: plan.seed,
  }
  return drawBundle(bundle)
}

/** The home page's picture on a wide screen: words stand left, the cord leaves on the right. */
export function heroWide({ width, height }: Size): string {
  const content = cord({
    width,
    height,
    points: [
      { x: 0.34, y: -0.75 },
      { x: 0.74, y: 0.02 },
      { x: 0.62, y: 1.02 },
      { x: 1.07, y: 0.6 },
    ],
    mouth: 1.15,
    waist: 0.085,
    turns: 1.75,
    count: 140,
    weight: width / 900,
    seed: 7,
    show: (s) => 0.08 + 0.92 * ease(s, 0.24, 0.68),
  })
  return onGround({ width, height, light: { x: 0.88, y: 0.6 }, content })
}

/** The same on a phone held upright: the cord crosses above the words. */
export function heroTall({ width, height }: Size): string {
  const content = cord({
    width,
    height,
    points: [
      { x: -0.3, y: -0.12 },
      { x: 0.55, y: 0.02 },
      { x: 0.3, y: 0.42 },
      { x: 1.15, y: 0.36 },
    ],
    mouth: 0.5,
    waist: 0.028,
    turns: 1.8,
    count: 80,
    weight: width / 420,
    seed: 7,
    show: (s) => 0.16 + 0.84 * ease(s, 0.2, 0.7),
  })
  return onGround({ width, height, light: { x: 0.8, y: 0.3 }, content })
}
