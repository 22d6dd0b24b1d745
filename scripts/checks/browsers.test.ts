import { describe, expect, it } from 'vitest'
import { checkBrowsers, keysIn, whoLacks } from './browsers.ts'

function late(file: string, text: string): string[] {
  return [...keysIn(file, text)].filter((key) => whoLacks(key).length > 0)
}

describe('a feature that a supported browser lacks', () => {
  it('is used nowhere in the site without a fallback', () => {
    expect(checkBrowsers()).toEqual([])
  })

  it.each([
    ['a value', 'a.css', 'p { text-wrap: pretty }', 'css.properties.text-wrap.pretty'],
    ['a function', 'a.css', 'p { color: color-mix(in srgb, red, blue) }', 'css.types.color.color-mix'],
    ['an at-rule', 'a.css', '@scope (p) { b { color: red } }', 'css.at-rules.scope'],
    ['a media feature', 'a.css', '@media (scripting: none) { b {} }', 'css.at-rules.media.scripting'],
    ['a selector', 'a.css', 'p:open { color: red }', 'css.selectors.open'],
    ['nesting', 'a.css', 'p { &:hover { color: red } }', 'css.selectors.nesting'],
    ['a style in a page', 'a.html', '<style>p{field-sizing:content}</style>', 'css.properties.field-sizing'],
    ['an attribute', 'a.html', '<div id="a" popover>', 'html.global_attributes.popover'],
    ['a method', 'a.js', 'list.toSorted()', 'javascript.builtins.TypedArray.toSorted'],
  ])('is found: %s', (_, file, text, key) => expect(late(file, text)).toContain(key))

  it.each([
    ['with an earlier form beside it', 'a.css', 'p { color: red; color: color-mix(in srgb, red, blue) }'],
    ['within @supports', 'a.css', '@supports (field-sizing: content) { p { field-sizing: content } }'],
    ['in words of an attribute', 'a.html', '<div title="a popover">'],
    ['in a comment', 'a.ts', '// list.toSorted()'],
    ['and is old', 'a.js', 'list.map(one => one.at(-1))'],
  ])('is let be: %s', (_, file, text) => expect(late(file, text)).toEqual([]))
})
