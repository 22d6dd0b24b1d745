/** Has the browser save a file. */
export function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  // The browser reads it after the click, and Safari after a while.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
