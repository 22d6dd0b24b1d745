const scripts = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "'-alert(1)-'",
  'javascript:alert(1)',
  '<iframe src=//evil.example>',
  '</title><script>1</script>',
  '{{7*7}}',
  '${7*7}',
  '<%= 7*7 %>',
  '#{7*7}',
  '&lt;b&gt;',
  '<!--#exec cmd="ls"-->',
  '<?php echo 1 ?>',
  ']]><x>',
]
const lines = [
  'Asha\r\nBcc: everybody@evil.example',
  'Asha\nSubject: other',
  'Asha\u2028Bcc: x@evil.example',
  'Asha\u0085Bcc: x',
  'Asha\u0000Mehta',
  'Asha\tMehta',
  'Asha\u001b[31mMehta',
  'Asha\u0007Mehta',
  'a'.repeat(1000),
  '\u0905'.repeat(1000),
  `${'x '.repeat(400)}y`,
]
const directions = [
  '\u202eatheM ahsA',
  'Asha\u2066\u202eMehta\u2069',
  'Asha\u200bMehta',
  'Asha\ufeffMehta',
  'A\u0300\u0301\u0302\u0303\u0304sha',
  `Z${'\u0489'.repeat(60)}`,
  '\u0645\u062d\u0645\u062f \u0639\u0644\u064a',
  '\u5f20\u4f1f\u5f20',
  '\ud83d\udc69\ud83c\udffd\u200d\u2695\ufe0f Asha',
  'Ash\u00e4 Meht\u00e0',
]
const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("//evil")', '\t=1', '%0A%0D', '%00', '%s%n%x']
const pdf = [
  ') Tj ET Q',
  '(Asha',
  'Asha\\',
  '\\)\\(',
  '<</JS(app.alert(1))>>',
  'endstream endobj',
  '%%EOF',
  'trailer <</Root 1 0 R>>',
  '/ByteRange [0 1 2 3]',
  '<feff0041>',
]
const others = ["'; drop table executives; --", '" or ""="', '../../etc/passwd', 'CON', 'null', 'undefined']

/** Names that some program might take for something else than a name (trust.md T19). */
export const hostileNames = [...scripts, ...lines, ...directions, ...formulas, ...pdf, ...others]
