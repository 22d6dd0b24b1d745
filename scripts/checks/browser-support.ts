import { features } from 'web-features'
import { oldestBrowsers } from '#scripts/build/browsers.ts'

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

const same = 'a member of ours or of a library has that name'
const plainer = 'lines break as they always did'
const wider = 'the page behind scrolls on at the end'
const list = 'the page is as without scripts: everything is seen, one under another'

/** What is used though a browser of the list lacks it, by MDN's key: what happens there instead. */
export const fallbacks: Record<string, string> = {
  'api.Document.startViewTransition': 'React asks for it first',
  'api.Element.checkVisibility': 'Base UI asks for it first and looks at styles instead',
  'api.FontFaceSet.check': same,
  'api.TrustedTypePolicy.createScriptURL': 'the address is taken as it is',
  'api.TrustedTypePolicyFactory.createPolicy': 'there is no policy to ask',
  'api.ViewTransition.skipTransition': 'React asks for it first',
  'css.at-rules.media.scripting': list,
  'css.at-rules.page': 'paper has the margins that the browser gives it',
  'css.at-rules.starting-style': 'it appears without a transition',
  'css.properties.accent-color': 'the mark in the box has no contrast of its own choice',
  'css.properties.break-after.avoid': 'a heading may end a printed page',
  'css.properties.orphans': 'printed pages break as the browser likes',
  'css.properties.overscroll-behavior': wider,
  'css.properties.overscroll-behavior.contain': wider,
  'css.properties.scrollbar-gutter': 'the scrollbar takes its width when it comes',
  'css.properties.scrollbar-gutter.stable': 'the scrollbar takes its width when it comes',
  'css.properties.text-wrap': plainer,
  'css.properties.text-wrap.balance': plainer,
  'css.properties.text-wrap.pretty': plainer,
  'css.properties.widows': 'printed pages break as the browser likes',
  'css.selectors.marker': 'the number has the colour of the text',
  'html.elements.link.blocking': 'the bar may be drawn before it is whole',
  'html.elements.input.capture': 'the chooser of files opens, which has the camera too',
  'javascript.builtins.Iterator.take': same,
  'javascript.builtins.Iterator.toArray': same,
  'javascript.builtins.Set.union': same,
}
