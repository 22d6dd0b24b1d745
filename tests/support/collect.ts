/** All that a stream gives, in order. */
export async function collect<Value>(source: AsyncIterable<Value> | Iterable<Value>): Promise<Value[]> {
  const all: Value[] = []
  for await (const value of source) all.push(value)
  return all
}
