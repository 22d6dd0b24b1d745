import { cord, onGround, threadColours } from './scenes.ts'
import type { Size } from './scenes.ts'
import { bezier, drawBundle, ease } from './threads.ts'
import type { Bundle, Curve } from './threads.ts'

/** Head of the services page: the cord again, lower. */
export function servicesBand({ width, height }: Size): string {
  const content = cord({
    width,
    height,
    points: [
      { x: 0.2, y: -0.9 },
      { x: 0.62, y: 0.1 },
      { x: 0.66, y: 0.95 },
      { x: 1.08, y: 0.55 },
    ],
    mouth: 1.3,
    waist: 0.1,
    turns: 1.6,
    count: 110,
    weight: Math.max(1.4, width / 1000),
    seed: 23,
    show: (s) => 0.1 + 0.9 * ease(s, 0.2, 0.7),
  })
  return onGround({ width, height, light: { x: 0.9, y: 0.6 }, content })
}

/** The same on smaller screens, where the words stand under it. */
export function servicesBandTall({ width, height }: Size): string {
  const content = cord({
    width,
    height,
    points: [
      { x: 0, y: -0.6 },
      { x: 0.62, y: -0.05 },
      { x: 0.55, y: 0.5 },
      { x: 1.1, y: 0.24 },
    ],
    mouth: 0.85,
    waist: 0.055,
    turns: 1.6,
    count: 90,
    weight: width / 640,
    seed: 23,
    show: (s) => 0.08 + 0.92 * ease(s, 0.2, 0.7),
  })
  return onGround({ width, height, light: { x: 0.9, y: 0.3 }, content })
}

interface Meeting extends Size {
  points: Curve
  /** Where along the way the sides meet, and how wide they stand apart, in parts of the height. */
  meet: number
  apart: number
  weight: number
}

/** Two sides that come to one point and go on together. */
function meeting({ width, height, points, meet, apart, weight }: Meeting): string {
  const bundle: Bundle = {
    count: 110,
    axis: bezier(points, width, height),
    spread: (s) => height * (0.03 + apart * Math.pow(Math.abs(s - meet) * 1.15, 1.7)),
    twist: (s) => 0.3 + 0.75 * s,
    show: (s) => 0.04 + 0.85 * ease(s, 0.3, 0.68),
    weight,
    colours: threadColours,
    zari: 34,
    seed: 71,
  }
  return drawBundle(bundle)
}

/** Head of the about page. */
export function aboutBand({ width, height }: Size): string {
  const content = meeting({
    width,
    height,
    points: [
      { x: 0.3, y: 1.25 },
      { x: 0.55, y: 0.75 },
      { x: 0.75, y: 0.55 },
      { x: 1.08, y: 0.5 },
    ],
    meet: 0.66,
    apart: 1.5,
    weight: width / 1000,
  })
  return onGround({ width, height, light: { x: 0.78, y: 0.55 }, content })
}

/** The same on smaller screens, where the words stand under it. */
export function aboutBandTall({ width, height }: Size): string {
  const content = meeting({
    width,
    height,
    points: [
      { x: 0, y: 0.3 },
      { x: 0.35, y: 0.3 },
      { x: 0.7, y: 0.27 },
      { x: 1.05, y: 0.2 },
    ],
    meet: 0.72,
    apart: 0.75,
    weight: width / 640,
  })
  return onGround({ width, height, light: { x: 0.75, y: 0.25 }, content })
}
