import { expect, it } from 'vitest'
import { csv } from './export-service.ts'

/** Cells as a spreadsheet reads them: quotes count only where a cell begins with one. */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = []
  let at = 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      for (at += 1; at < text.length; at += 1) {
        if (text[at] === '"' && text[(at += 1)] !== '"') break
        cell += text[at]
      }
    }
    while (at < text.length && text[at] !== separator && !/[\r\n]/.test(text[at] ?? '')) {
      cell += text[at]
      at += 1
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
    cells.push(cell)
  }
  return cells
}

async function written(text: string): Promise<string> {
  async function* rows() {
    yield { reference: 'EN-000001', enquiry: text, suspect: null }
  }
  let file = ''
  for await (const part of csv(rows(), ['reference', 'enquiry', 'suspect'])) file += part
  return file
}

const formula = "=cmd|' /C calc'!A0"

it.each([
  formula,
  '+1',
  '-2+3',
  '@SUM(1)',
  '\t=1',
  '\r=1',
  '  =1',
  '\uff1d1',
  `x;${formula};y`,
  `x; ${formula}`,
  `x\n${formula};y`,
  `x\r\n-1`,
  `x\t${formula}`,
  `"${formula}`,
  `";${formula}`,
  `a","${formula}`,
  `"",${formula}`,
])('no cell of %j begins with a formula, whatever separates cells', async (text) => {
  const file = await written(text)
  for (const separator of [',', ';', '\t']) {
    const cells = cellsOf(file, separator)
    expect(cells.filter((cell) => /^\s*[=+@\uff1d\uff0b\uff20\uff0d-]|^[\t\r\n]/.test(cell))).toEqual([])
  }
})

it.each(['plain', 'a "quoted" word', 'one; two, three', 'one\ntwo', '₹5,000 – ok', 'x-y=z@example.in', ''])(
  '%j is one cell, as it is',
  async (text) => {
    const cells = cellsOf(await written(text), ',')
    expect(cells).toEqual(['reference', 'enquiry', 'suspect', 'EN-000001', text, ''])
  },
)

it('every cell stands in quotes, an empty one too', async () => {
  expect(await written('a "b"; c')).toBe('"reference","enquiry","suspect"\r\n"EN-000001","a ""b""; c",""\r\n')
})
