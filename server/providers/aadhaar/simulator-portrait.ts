import sharp from 'sharp'
import type { Look } from './simulator-people.ts'

const grounds = ['#dfe8e2', '#e8e1d5', '#d9e2ec', '#ece0e2']
const skins = ['#8d5a3b', '#a8714b', '#c08a5f', '#6f452c']
const hairs = ['#1d1a18', '#3a2a20', '#77706a']
const cuts = [
  'M50 92 Q52 38 100 38 Q148 38 150 92 Q132 66 100 66 Q68 66 50 92 Z',
  'M46 150 Q38 36 100 36 Q162 36 154 150 Q146 84 100 72 Q54 84 46 150 Z',
  'M54 84 Q62 44 100 44 Q138 44 146 84 Q120 60 100 62 Q80 60 54 84 Z',
]

/** As many as there are looks, a few kilobytes each. */
const drawn = new Map<string, Promise<string>>()

/** A drawn portrait as base64 of a small JPEG; made of plain shapes, which need no fonts to be there. */
export function portrait(look: Look): Promise<string> {
  const svg = draw(look)
  const known = drawn.get(svg) ?? encode(svg)
  drawn.set(svg, known)
  return known
}

async function encode(svg: string): Promise<string> {
  const jpeg = await sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
  return jpeg.toString('base64')
}

function draw({ ground, skin, hair, cut }: Look): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="240">
    <rect width="200" height="240" fill="${grounds[ground]}"/>
    <path d="M20 240 Q24 176 100 176 Q176 176 180 240 Z" fill="#2f5d50"/>
    <rect x="82" y="140" width="36" height="48" rx="14" fill="${skins[skin]}"/>
    <ellipse cx="100" cy="104" rx="46" ry="58" fill="${skins[skin]}"/>
    <path d="${cuts[cut]}" fill="${hairs[hair]}"/>
    <circle cx="82" cy="104" r="5"/><circle cx="118" cy="104" r="5"/>
    <path d="M84 134 Q100 146 116 134" stroke="#000" stroke-width="4" fill="none"/>
  </svg>`
}
