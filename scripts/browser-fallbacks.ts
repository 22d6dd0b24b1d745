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
  'css.properties.font-family.ui-monospace': 'the next name in the list is taken',
  'css.properties.orphans': 'printed pages break as the browser likes',
  'css.properties.overscroll-behavior': wider,
  'css.properties.overscroll-behavior.auto': wider,
  'css.properties.overscroll-behavior.contain': wider,
  'css.properties.scrollbar-gutter': 'the scrollbar takes its width when it comes',
  'css.properties.scrollbar-gutter.stable': 'the scrollbar takes its width when it comes',
  'css.properties.text-wrap': plainer,
  'css.properties.text-wrap.balance': plainer,
  'css.properties.text-wrap.pretty': plainer,
  'css.properties.text-wrap.wrap': plainer,
  'css.properties.widows': 'printed pages break as the browser likes',
  'css.selectors.marker': 'the number has the colour of the text',
  'css.types.color.system-color.mark': 'the sandbox names a part of its layout so',
  'html.elements.input.capture': 'the chooser of files opens, which has the camera too',
  'javascript.builtins.Iterator.take': same,
  'javascript.builtins.Iterator.toArray': same,
  'javascript.builtins.Set.union': same,
}
