import sharp, { type Sharp } from 'sharp'

/** Returns a picture; noise makes it large. */
export function picture(width = 320, height = 200, noise = false): Sharp {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: 200, g: 40, b: 40 },
      ...(noise ? { noise: { type: 'gaussian', mean: 128, sigma: 40 } } : {}),
    },
  })
}
