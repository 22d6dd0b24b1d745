// Part of the set-up: plain JavaScript for Node 20, Node's own modules only.
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { holderOf, lockText, releaseLock, takeLock } from './lock.mjs'
import { stopCommands } from './run-command.mjs'

const patience = 20 * 60_000

/** A fault of the set-up that is shown without a stack, with at most the last 40 lines of a command's output. */
export class SetUpFault extends Error {
  constructor(message, detail = '') {
    super([message, ...detail.split('\n').slice(-40)].join('\n').trim())
  }
}

/**
 * One set-up at a time in a folder: the second waits, then finds the work done. A dead one's lock is taken over; who waits
 * longer than `milliseconds` is told which file to delete.
 */
export async function oneAtATime(lock, work, milliseconds = patience) {
  const text = lockText()
  await waitFor(lock, text, milliseconds)
  const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }
  for (const [signal, code] of Object.entries(signals)) {
    process.once(signal, () => {
      void stopCommands().then(() => {
        releaseLock(lock, text)
        process.exit(code)
      })
    })
  }
  try {
    await work()
  } finally {
    releaseLock(lock, text)
  }
}

async function waitFor(lock, text, milliseconds) {
  const end = performance.now() + milliseconds
  for (let told = false; !takeLock(lock, text); told = true) {
    if (performance.now() > end) throw tooLong(lock, milliseconds)
    if (!told) process.stderr.write('Another command is setting up in this folder; waiting for it…\n')
    await sleep(200)
  }
}

function tooLong(lock, milliseconds) {
  const minutes = Math.round(milliseconds / 60_000)
  return new SetUpFault(
    `Another command (process ${holderOf(lock) ?? 'unknown'}) has been setting up in this folder for ${minutes} minutes. ` +
      `If it hangs, end it; if it is none of ours, delete ${lock}. Then run the command again.`,
  )
}
