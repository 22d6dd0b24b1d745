import { agency } from '#contract/schemas/agency.ts'
import { pages } from '#contract/paths.ts'

function icon(size: number, purpose: string) {
  return {
    src: `/icons/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  }
}

/** The web app manifest; the server fills in the agency's name. */
export function GET(): Response {
  const manifest = {
    name: agency.nameStart,
    short_name: agency.nameStart,
    lang: 'en-IN',
    start_url: pages.home,
    display: 'browser',
    background_color: '#faf8f3',
    theme_color: '#0b5d4f',
    icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
  }
  return new Response(`${JSON.stringify(manifest, null, 2)}\n`)
}
