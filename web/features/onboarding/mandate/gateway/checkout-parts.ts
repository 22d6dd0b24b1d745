/** Addresses of the scripts that have come, without what follows a `?`. */
const loaded = new Set<string>()

function bare(address: string): string {
  return address.split(/[?#]/)[0] ?? ''
}

/** The scripts in the page that lie beside the gateway's, which has loaded them itself. */
function partsOf(script: string): HTMLScriptElement[] {
  const [folder = ''] = new URL(script, location.href).href.split('lib/checkout.js')
  return [...document.scripts].filter(({ src }) => src.startsWith(folder))
}

/** Notes which scripts come from now on; called before the first is asked for. */
export function noteLoaded(): void {
  document.addEventListener('load', noteOne, true)
}

function noteOne({ target }: Event): void {
  if (target instanceof HTMLScriptElement) loaded.add(bare(target.src))
}

export function isPartMissing(script: string): boolean {
  return partsOf(script).some(({ src }) => !loaded.has(bare(src)))
}

/**
 * Ends what the gateway's script has under way: it asks for a part that does not come again and again, and no page can
 * tell it to stop. Its timers are those since `first`; ours among them are over by then too.
 */
export function stopParts(script: string, first: ReturnType<typeof setTimeout>): void {
  for (const part of partsOf(script)) {
    part.onload = part.onerror = null
    loaded.delete(bare(part.src))
    part.remove()
  }
  const last = Number(setTimeout(() => undefined))
  for (let timer = Number(first); timer <= last; timer += 1) clearTimeout(timer)
}
