/** The middle value; of an even count the upper one of the two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}

/** The value below which `share` (0 to 1) of all lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

const thousands = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** A count with its thousands apart. */
export function count(value: number): string {
  return thousands.format(value)
}

/** Milliseconds: whole from ten on, one digit below. */
export function ms(value: number): string {
  return Number.isNaN(value) ? '–' : `${value >= 10 ? Math.round(value) : value.toFixed(1)} ms`
}

/** Bytes as kB of a thousand. */
export function kB(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}

/** Bytes as MB of a million. */
export function mB(bytes: number | undefined): string {
  return bytes === undefined || Number.isNaN(bytes) ? '–' : `${Math.round(bytes / 1e6)} MB`
}
