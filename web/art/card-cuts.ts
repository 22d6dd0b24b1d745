import { bezier, drawBundle, ease, palette } from './threads.ts'
import type { Bundle, Curve } from './threads.ts'
import { onGround } from './scenes.ts'
import type { Size } from './scenes.ts'

/** One cut of the motif: how its threads run, in parts of the cell. */
interface Cut {
  points: Curve
  spread: (s: number) => number
  turns: number
  count: number
  seed: number
}

/** In the order of the service cards on the page. */
const cuts: Cut[] = [
  // Screening: many come in, few go on.
  {
    points: [
      { x: 0.1, y: -0.2 },
      { x: 0.5, y: 0.3 },
      { x: 0.45, y: 0.5 },
      { x: 1.1, y: 0.75 },
    ],
    spread: (s) => 0.7 * Math.pow(1 - ease(s, -0.1, 0.8), 1.7) + 0.03,
    turns: 0.7,
    count: 54,
    seed: 3,
  },
  // Staffing: one cord, wound again and again.
  {
    points: [
      { x: -0.15, y: 0.62 },
      { x: 0.3, y: 0.05 },
      { x: 0.7, y: 0.85 },
      { x: 1.15, y: 0.2 },
    ],
    spread: (s) => 0.13 + 0.09 * Math.cos(s * Math.PI * 6),
    turns: 1.5,
    count: 48,
    seed: 11,
  },
  // Executive search: a wide field that turns about one line.
  {
    points: [
      { x: 0.78, y: -0.2 },
      { x: 0.82, y: 0.2 },
      { x: 0.62, y: 0.6 },
      { x: 0.7, y: 1.2 },
    ],
    spread: (s) => 0.12 + 0.55 * Math.pow(Math.abs(s - 0.45) * 1.9, 2),
    turns: 0.5,
    count: 44,
    seed: 19,
  },
  // Payroll: even waves, month after month.
  {
    points: [
      { x: -0.1, y: 0.3 },
      { x: 0.3, y: 0.3 },
      { x: 0.7, y: 0.4 },
      { x: 1.1, y: 0.4 },
    ],
    spread: (s) => 0.2 + 0.05 * Math.sin(s * Math.PI * 8),
    turns: 3,
    count: 36,
    seed: 31,
  },
  // Job search: from one place, many ways.
  {
    points: [
      { x: -0.1, y: 0.7 },
      { x: 0.3, y: 0.6 },
      { x: 0.5, y: 0.3 },
      { x: 1.05, y: 0.1 },
    ],
    spread: (s) => 0.03 + 0.75 * Math.pow(ease(s, 0.1, 1.2), 1.6),
    turns: 0.6,
    count: 54,
    seed: 43,
  },
  // Interview preparation: two sides come to a point.
  {
    points: [
      { x: -0.1, y: 0.4 },
      { x: 0.3, y: 0.4 },
      { x: 0.7, y: 0.35 },
      { x: 1.1, y: 0.35 },
    ],
    spread: (s) => 0.02 + 0.85 * Math.pow(Math.abs(s - 0.6) * 1.5, 1.5),
    turns: 0.5,
    count: 50,
    seed: 53,
  },
  // Counselling: a path with turns in it.
  {
    points: [
      { x: 0.1, y: 1 },
      { x: 1.3, y: 0.7 },
      { x: -0.2, y: 0.25 },
      { x: 1.1, y: -0.1 },
    ],
    spread: (s) => 0.07 + 0.12 * ease(s, 0.3, 1),
    turns: 1.2,
    count: 44,
    seed: 61,
  },
]

export const cutCount = cuts.length

/** One cell of the sprite. */
export function cardCut(index: number, { width, height }: Size): string {
  const cut = cuts[index]
  if (!cut) throw new RangeError(`There is no card cut ${index}`)
  const bundle: Bundle = {
    count: cut.count,
    axis: bezier(cut.points, width, height),
    spread: (s) => height * cut.spread(s),
    twist: (s) => cut.turns * s,
    show: () => 0.85,
    weight: width / 330,
    colours: [palette.cream, palette.sage, palette.sage, palette.leaf],
    zari: Math.floor(cut.count / 3),
    seed: cut.seed,
  }
  return onGround({ width, height, light: { x: 0.8, y: 0.2 }, content: drawBundle(bundle) })
}
