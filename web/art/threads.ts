/*
 * The motif: many fine threads that start apart and run together into one cord, as people and work meet.
 * Surat weaves; one thread in each picture is zari, the gold one.
 */

export interface Point {
  x: number
  y: number
}

/** The four control points of a cubic Bézier curve. */
export type Curve = [Point, Point, Point, Point]

export interface Bundle {
  count: number
  /** Where the middle of the bundle runs, for s from 0 to 1. */
  axis: (s: number) => Point
  /** Half the width of the bundle at s, in pixels. */
  spread: (s: number) => number
  /** Turns of the cord between both ends. */
  twist: (s: number) => number
  /** How strongly threads show at s, 0 to 1. */
  show: (s: number) => number
  /** Width of a thread nearest to the eye, in pixels. */
  weight: number
  colours: string[]
  /** Which thread is the zari one; none when absent. */
  zari?: number
  seed: number
}

interface Piece {
  path: string
  depth: number
  alpha: number
  width: number
  colour: string
}

export const palette = {
  deep: '#07332b',
  ground: '#0a4238',
  glow: '#0f5b4d',
  cream: '#f3ead6',
  sage: '#9fd0bf',
  leaf: '#4fae98',
  zari: '#e6a03c',
}

const pieces = 64
const samplesPerPiece = 2

/** The same numbers at every build, so that a picture changes only with its drawing. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Eases from 0 to 1 while s goes from `from` to `to`. */
export function ease(s: number, from: number, to: number): number {
  const at = Math.min(1, Math.max(0, (s - from) / (to - from)))
  return at * at * (3 - 2 * at)
}

/** The way along a curve whose points are parts of `width` and `height`. */
export function bezier(curve: Curve, width: number, height: number): (s: number) => Point {
  const [a, b, c, d] = curve.map(({ x, y }) => ({ x: x * width, y: y * height })) as Curve
  return (s) => {
    const r = 1 - s
    const mix = (p: 'x' | 'y') =>
      r * r * r * a[p] + 3 * r * r * s * b[p] + 3 * r * s * s * c[p] + s * s * s * d[p]
    return { x: mix('x'), y: mix('y') }
  }
}

function normalAt(axis: Bundle['axis'], s: number): Point {
  const before = axis(Math.max(0, s - 0.004))
  const after = axis(Math.min(1, s + 0.004))
  const length = Math.hypot(after.x - before.x, after.y - before.y) || 1
  return { x: -(after.y - before.y) / length, y: (after.x - before.x) / length }
}

function threadPieces(bundle: Bundle, index: number, random: () => number): Piece[] {
  const start = (index / bundle.count) * Math.PI * 2 + (random() - 0.5) * 0.12
  const stray = 1 + (random() - 0.5) * 0.5
  const isZari = index === bundle.zari
  const colour = isZari
    ? palette.zari
    : (bundle.colours[Math.floor(random() * bundle.colours.length)] ?? palette.cream)
  const angle = (s: number) => start + bundle.twist(s) * Math.PI * 2
  const at = (s: number): string => {
    const middle = bundle.axis(s)
    const normal = normalAt(bundle.axis, s)
    const offset = bundle.spread(s) * Math.sin(angle(s)) * (stray + (1 - stray) * ease(s, 0, 0.8))
    return `${(middle.x + normal.x * offset).toFixed(1)} ${(middle.y + normal.y * offset).toFixed(1)}`
  }
  return Array.from({ length: pieces }, (_, piece) => {
    const steps = Array.from(
      { length: samplesPerPiece + 1 },
      (_, step) => (piece + step / samplesPerPiece) / pieces,
    )
    const middle = (piece + 0.5) / pieces
    const depth = isZari ? 1 : Math.cos(angle(middle))
    const near = (depth + 1) / 2
    return {
      path: `M${steps.map(at).join('L')}`,
      depth,
      alpha: bundle.show(middle) * (isZari ? 1 : 0.22 + 0.7 * near * near),
      width: bundle.weight * (isZari ? 1.7 : 0.55 + 0.45 * near),
      colour,
    }
  })
}

/** The bundle as SVG markup, threads at the back first. */
export function drawBundle(bundle: Bundle): string {
  const random = randomFrom(bundle.seed)
  const all = Array.from({ length: bundle.count }, (_, index) => threadPieces(bundle, index, random)).flat()
  return all
    .filter((piece) => piece.alpha > 0.015)
    .sort((one, other) => one.depth - other.depth)
    .map(
      ({ path, alpha, width, colour }) =>
        `<path d="${path}" stroke="${colour}" stroke-opacity="${alpha.toFixed(3)}" stroke-width="${width.toFixed(2)}"/>`,
    )
    .join('')
}
