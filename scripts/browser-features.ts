import { features } from 'web-features'
import { oldestBrowsers } from './build-browsers.ts'

interface Kind {
  status?: { by_compat_key?: Record<string, { support: Support }> }
}

type Support = Partial<Record<string, string>>

const oldest = Object.entries(oldestBrowsers())
/** Each part of CSS, HTML and JavaScript by MDN's key, and since when each browser has it. */
const supports = new Map<string, Support>()
for (const feature of Object.values(features) as Kind[]) {
  for (const [key, { support }] of Object.entries(feature.status?.by_compat_key ?? {}))
    supports.set(key, support)
}

/** The version it came with, if that is known; «≤4» is 4. */
function since(support: Support, browser: string): number {
  return parseFloat(support[browser]?.replace('≤', '') ?? 'none')
}

/** Which of the wanted browsers lack it; none for what is not known. */
export function whoLacks(key: string): string[] {
  const support = supports.get(key)
  if (!support) return []
  const missing = oldest.filter(([name, version]) => !(since(support, name) <= version))
  return missing.map(([name, version]) => `${name} ${version} (came with ${support[name] ?? 'none'})`)
}

/**
 * Names of JavaScript's members and globals that every engine has by now and no object had in all wanted browsers, with
 * one of their keys. What one engine alone has is left out: its names are those of many things of ours.
 */
export function lateNames(): Map<string, string> {
  const names = new Map<string, string>()
  const known = new Set<string>()
  for (const [key, support] of supports) {
    if (!/^(api|javascript\.builtins)\./.test(key)) continue
    const name =
      key
        .split('.')
        .at(-1)
        ?.replace(/_(static|event)$/, '') ?? ''
    if (whoLacks(key).length === 0) known.add(name)
    else if (oldest.every(([browser]) => since(support, browser) > 0)) names.set(name, key)
  }
  for (const name of known) names.delete(name)
  return names
}
