/** What one object of a PDF says of itself, outside of its strings, comments and stream. */
export interface ObjectFacts {
  /** Every name in it, with #xx read as the character it stands for. */
  names: Set<string>
  /** Whole numbers that stand directly behind a name. */
  numbers: Map<string, number>
  /** Dictionaries and arrays within one another. */
  depth: number
  /** Where the keyword `stream` ends, if the object has one. */
  streamAt: number | undefined
  /** Where reading stopped. */
  end: number
}

const regular = '[^\\0\\t\\n\\f\\r ()<>\\[\\]{}/%]'
// Numbers and spaces are skipped by the search itself; whatever can change the meaning of what follows is a token.
const token = new RegExp(
  `%[^\\r\\n]*|\\(|/${regular}*|<<|<[^<>]*>?|>>|[\\[\\]]|(?<!${regular})(?:endobj|stream)(?!${regular})`,
  'g',
)
const inString = /[()\\]/g
const number = /[\0\t\n\f\r ]*(\d{1,9})/y

/**
 * Reads the object whose text begins at `start` (ISO 32000-1, 7.2 and 7.3). `alone` says that it stands in an object
 * stream, where no keyword ends it: it ends when its brackets close.
 */
export function readObject(text: string, start: number, { alone }: { alone: boolean }): ObjectFacts {
  const facts: ObjectFacts = {
    names: new Set(),
    numbers: new Map(),
    depth: 0,
    streamAt: undefined,
    end: text.length,
  }
  let open = 0
  token.lastIndex = start
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const [word] = found
    if (word.startsWith('/')) addName(facts, word, numberAt(text, token.lastIndex))
    else if (word === '(') token.lastIndex = endOfString(text, token.lastIndex)
    else if (word === '<<' || word === '[') facts.depth = Math.max(facts.depth, (open += 1))
    else if (word === '>>' || word === ']') open -= 1
    else if (word === 'stream') facts.streamAt = token.lastIndex
    const closed = alone && open <= 0 && (word === '>>' || word === ']')
    if (closed || word === 'endobj' || word === 'stream') {
      facts.end = token.lastIndex
      break
    }
  }
  return facts
}

/** A name may be written with #xx for any character; a reader sees them as one, and so must we. */
function addName(facts: ObjectFacts, word: string, value: number | undefined): void {
  const name = word
    .slice(1)
    .replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
  facts.names.add(name)
  if (value !== undefined) facts.numbers.set(name, Math.max(value, facts.numbers.get(name) ?? 0))
}

function numberAt(text: string, at: number): number | undefined {
  number.lastIndex = at
  const digits = number.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function endOfString(text: string, from: number): number {
  let open = 1
  inString.lastIndex = from
  for (let found = inString.exec(text); found; found = inString.exec(text)) {
    if (found[0] === '\\') inString.lastIndex += 1
    else open += found[0] === '(' ? 1 : -1
    if (open === 0) return inString.lastIndex
  }
  return text.length
}
