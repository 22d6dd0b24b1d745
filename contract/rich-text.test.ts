import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { plainText, richText } from './rich-text.ts'

it('reads paragraphs, lists, bold text and https links', () => {
  const bold = [{ text: 'a', bold: true }, { text: ' b' }]
  const link = [{ text: 'c', href: 'https://employer.example/x' }]
  expect(richText('One\ntwo\n- **a** b\n- [c](https://employer.example/x)\n\nThree')).toEqual([
    { kind: 'paragraph', items: [[{ text: 'One' }, { text: ' ' }, { text: 'two' }]] },
    { kind: 'list', items: [bold, link] },
    { kind: 'paragraph', items: [[{ text: 'Three' }]] },
  ])
})

it.each([
  '<b onclick="x">',
  '[a](javascript:alert(1))',
  '[a](http://plain.example)',
  '[a](https://employer.example/"onx=1)',
  '[[main]]',
])('leaves %s as text', (text) => {
  expect(richText(text)).toEqual([{ kind: 'paragraph', items: [[{ text }]] }])
})

it.each([
  ['a list pasted with tabs', '•\tFirst', '• First'],
  ['lines of other systems', 'a\r\nb\vc\u2028d', 'a\nb\nc\nd'],
  ['marks that turn or hide a text', 'a\u202eb\u200bc\u00add', 'abcd'],
  ['what no XML holds', 'a\ufffeb\uffffc\u0000d', 'abcd'],
])('reads %s plainly', (_, written, plain) => expect(plainText(written)).toBe(plain))

it.each(['[', '**', '- ', '[a](', '\n'])(
  'reads a description full of %j without going back over it',
  (part) => {
    const text = part.repeat(5000)
    // A single pass takes milliseconds.
    expect(() => runInNewContext('richText(text)', { richText, text }, { timeout: 60_000 })).not.toThrow()
  },
)
