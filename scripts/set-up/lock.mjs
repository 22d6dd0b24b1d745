// Part of the set-up: plain JavaScript for Node 20, Node's own modules only.
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'

const format = /^([1-9]\d*) (\d+|-) ([\da-f-]{36})\n$/

/** The words of a lock of this process: its id, when it started, and what no other lock ever holds. */
export function lockText() {
  return `${process.pid} ${startOf(process.pid)} ${randomUUID()}\n`
}

/** Makes the lock with these words; false while somebody alive holds it. One that is dead or unreadable is taken over. */
export function takeLock(lock, text) {
  if (linkWhole(lock, text)) return true
  const other = readLock(lock)
  if (other !== undefined && !isAlive(other)) removeDead(lock, other)
  return linkWhole(lock, text)
}

/** Deletes the lock if it still says these words, which only its owner wrote. */
export function releaseLock(lock, text) {
  if (readLock(lock) === text) fs.rmSync(lock, { force: true })
}

/** The id of the process that holds the lock, while it can be read. */
export function holderOf(lock) {
  return format.exec(readLock(lock) ?? '')?.[1]
}

/**
 * Of several who see a lock dead, only the one who holds the guard named after its words deletes it, and only while it says
 * them. No new lock ever says them again, so nobody deletes a live one however late he comes.
 */
function removeDead(lock, words) {
  const guard = `${lock}.${createHash('sha256').update(words).digest('hex').slice(0, 12)}`
  const text = lockText()
  if (!takeLock(guard, text)) return
  try {
    releaseLock(lock, words)
  } finally {
    releaseLock(guard, text)
  }
}

/** A link appears whole or not at all, so nobody reads a lock that names no owner yet. */
function linkWhole(lock, text) {
  const mine = `${lock}.${text.trim().split(' ').at(-1)}`
  fs.writeFileSync(mine, text)
  try {
    fs.linkSync(mine, lock)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  } finally {
    fs.rmSync(mine, { force: true })
  }
}

function readLock(lock) {
  try {
    return fs.readFileSync(lock, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

function isAlive(text) {
  const [, pid, start] = format.exec(text) ?? []
  if (pid === undefined) return false
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    // EPERM: it lives and is somebody else's.
    if (error.code !== 'EPERM') return false
  }
  const now = startOf(pid)
  return now !== 'ended' && (start === '-' || now === '-' || start === now)
}

/**
 * When a process started, in ticks since the machine did: after a restart its id may be another's. `-` without /proc,
 * `ended` when it has ended and only its parent has not noticed.
 */
function startOf(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before it, in brackets, may hold spaces and brackets of its own.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '-')
  } catch {
    return '-'
  }
}
