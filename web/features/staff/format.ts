const dateAndTime = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
})

/** An instant as people here write it, in India's time. */
export function whenText(instant: string): string {
  return dateAndTime.format(new Date(instant))
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
