import type { App } from '#server/context.ts'

/** An `App` of these parts alone; what a test did not give is named when it is first asked for. */
export function appOf(parts: Partial<App>): App {
  return new Proxy(parts as App, {
    get(target, key) {
      if (key in target || typeof key === 'symbol') return Reflect.get(target, key) as unknown
      throw new Error(`this test gave its app no ${key}`)
    },
  })
}
