/** What a thread is asked: a module that exports `run`, and the input of `run`. */
export interface Assignment {
  module: string
  input: unknown
}
/** An error loses its class and its code when it crosses threads, so they go along as text. */
export type Report =
  | { done: true; value: unknown }
  | { done: false; name: string; message: string; code: string }

/** Runs in a thread of the pool. */
export async function carryOut({ module, input }: Assignment): Promise<Report> {
  try {
    const { run } = (await import(module)) as { run(input: unknown): Promise<unknown> }
    return { done: true, value: await run(input) }
  } catch (error) {
    const { name, message, code = '' } = error as Error & { code?: string }
    return { done: false, name, message, code: String(code) }
  }
}
