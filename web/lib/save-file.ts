export function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  // Browsers read it after the click, and Safari some time later.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
