import { agency } from '#contract/schemas/agency.ts'
import { listedPages } from '#contract/paths.ts'

/** The sitemap; the server fills in the public address. */
export function GET(): Response {
  const entries = listedPages.map((path) => `  <url><loc>${agency.publicUrl}${path}</loc></url>`)
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
  ]
  return new Response(`${lines.join('\n')}\n`)
}
