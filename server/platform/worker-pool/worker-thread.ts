/** A task: a module that exports `run`, and the input of `run`. */
export interface Assignment {
  module: string
  input: unknown
}
/** An error loses class and code between threads, so both are sent as text. */
export type Report =
  | { done: true; value: unknown }
  | { done: false; name: string; message: string; code: string }

export async function carryOut({ module, input }: Assignment): Promise<Report> {
  try {
    const { run } = (await import(module)) as { run(input: unknown): Promise<unknown> }
    return { done: true, value: await run(input) }
  } catch (error) {
    const { name, message, code = '' } = error as Error & { code?: string }
    return { done: false, name, message, code: String(code) }
  }
}
