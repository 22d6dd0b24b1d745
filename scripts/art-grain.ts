import sharp, { type Sharp } from 'sharp'
import { randomFrom } from '#web/art/threads.ts'
import type { Size } from '#web/art/scenes.ts'

/** How far grain lifts or lowers a pixel, of 255. */
const strength = 5

/** The picture with a little grain, which hides the steps that compression leaves in soft grounds. */
export async function addGrain(picture: Sharp, { width, height }: Size): Promise<Sharp> {
  const { data, info } = await picture
    .resize(width, height)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const random = randomFrom(17)
  for (let at = 0; at < data.length; at += info.channels) {
    const lift = Math.round((random() + random() - 1) * strength)
    for (let channel = 0; channel < info.channels; channel += 1) {
      data[at + channel] = Math.min(255, Math.max(0, (data[at + channel] ?? 0) + lift))
    }
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
}
