import { agency } from '#contract/schemas/agency.ts'
import { api, pages, recordPages } from '#contract/paths.ts'

/** Links with a person's record are named by folder only, since this file is public. */
const closed = [api.folder, pages.sandbox, ...Object.values(recordPages)]

/** What crawlers may read; the server fills in the public address. */
export function GET(): Response {
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${agency.publicUrl}/sitemap.xml`,
  ]
  return new Response(`${lines.join('\n')}\n`)
}
