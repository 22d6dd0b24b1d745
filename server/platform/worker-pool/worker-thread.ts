// A thread of its own, started by `threads.ts`: loads the piece of work that it is named and answers what that made.
import { parentPort } from 'node:worker_threads'

/** What is asked of a thread: a module that exports `run`, and what `run` is given. */
export interface Assignment {
  module: string
  input: unknown
}
/** A thrown thing crosses threads without its class, so its name goes along. */
export type Report =
  { done: true; value: unknown } | { done: false; name: string; message: string; code: string }

async function carryOut({ module, input }: Assignment): Promise<Report> {
  try {
    const { run } = (await import(module)) as { run(input: unknown): Promise<unknown> }
    return { done: true, value: await run(input) }
  } catch (error) {
    const { name, message, code = '' } = error as Error & { code?: string }
    return { done: false, name, message, code: String(code) }
  }
}

parentPort?.on('message', (assignment: Assignment) => {
  void carryOut(assignment).then((report) => parentPort?.postMessage(report))
})
