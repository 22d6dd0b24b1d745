import fc from 'fast-check'
import { boundary, multipart, textParts } from '#tests/support/application.ts'
import { goodValue } from './hostile-values.ts'
import { formOf } from './multipart-bodies.ts'
import type { Operation } from './openapi.ts'
import { type Attack, escaped, type Standing } from './requests.ts'

/** A right request to an operation, each of whose values is known by its name. */
export interface Filled {
  inPath: Record<string, string>
  inQuery: Record<string, string>
  /** Fields of a JSON body. */
  inBody: Record<string, unknown>
  /** Fields of a multipart body. */
  inForm: Record<string, string>
}

/** Where values stand in a request. */
export const places = ['inPath', 'inQuery', 'inBody', 'inForm'] as const

const seed = 1

/** Values that lead somewhere where some are known, and else always the same for the same operation. */
export function fill(operation: Operation, { known }: Standing): Filled {
  const leading = (name: string) => (Object.hasOwn(known, name) ? known[name]?.[0] : undefined)
  const text = (name: string) => leading(name) ?? String(sample(goodValue({ type: 'string' }, known, name)))
  const texts = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, text(name)]))
  const body = (operation.body ? sample(goodValue(operation.body, known)) : {}) as Record<string, unknown>
  const fields = Object.entries(body).map(([name, value]) => [name, leading(name) ?? value])
  return {
    inPath: texts(operation.inPath),
    inQuery: texts(operation.inQuery),
    inBody: Object.fromEntries(fields) as Record<string, unknown>,
    inForm: texts(formOf(operation.path)?.fields ?? []),
  }
}

function sample(values: fc.Arbitrary<unknown>): unknown {
  return fc.sample(values, { numRuns: 1, seed })[0]
}

/** The request that these values make. */
export function requestOf({ method, path }: Operation, { inPath, inQuery, inBody, inForm }: Filled): Attack {
  const address = Object.entries(inPath).reduce((whole, [name, value]) => {
    return whole.replace(`{${name}}`, escaped(value))
  }, path)
  const query = Object.entries(inQuery).map(([name, value]) => `${name}=${escaped(value)}`)
  const asForm = Object.keys(inForm).length > 0
  const body = asForm ? multipart(textParts(inForm)) : Buffer.from(JSON.stringify(inBody))
  const type = asForm ? `multipart/form-data; boundary=${boundary}` : 'application/json'
  return {
    method,
    path: query.length > 0 ? `${address}?${query.join('&')}` : address,
    headers: method === 'GET' ? {} : { 'content-type': type },
    body: method === 'GET' ? undefined : body,
  }
}

/** A value as text, whatever it is. */
export function inWords(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
