const zone = { timeZone: 'Asia/Kolkata' }
const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', ...zone })
const time = new Intl.DateTimeFormat('en-IN', { timeStyle: 'short', ...zone })

/** An instant as people here write it, in India's time: the day, and the time. */
export function whenParts(instant: string): string[] {
  const date = new Date(instant)
  return [day.format(date), time.format(date)]
}

export function whenText(instant: string): string {
  return whenParts(instant).join(', ')
}

/** Bytes as a person reads them. */
export function sizeText(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Has the browser save a file. */
export function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
