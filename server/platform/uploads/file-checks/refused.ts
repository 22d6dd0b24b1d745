import type { FileFault } from './check-file.ts'

/** Why a file is refused, thrown out of the depth of reading it. */
export class Refused extends Error {
  readonly fault: FileFault
  constructor(fault: FileFault) {
    super(fault)
    this.fault = fault
  }
}
