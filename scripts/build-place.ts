import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

const prefix = 'building-'

/** A folder for one build alone, in a parent on the same disk as the target; what builds that died left there is deleted. */
export function folderToBuildIn(parent: string): string {
  const left = existsSync(parent) ? readdirSync(parent).filter((name) => name.startsWith(prefix)) : []
  for (const name of left) rmSync(path.join(parent, name), { recursive: true, force: true })
  return path.join(parent, `${prefix}${process.pid}`)
}

/** Puts a finished folder in the place of another: nobody finds half of it there. */
export function putInPlace(built: string, target: string): void {
  const aside = `${built}.before`
  if (existsSync(target)) renameSync(target, aside)
  renameSync(built, target)
  rmSync(aside, { recursive: true, force: true })
}
