import { toast } from 'react-hot-toast/headless'
import { pages } from '#contract/paths.ts'
import { here } from '#web/lib/language.ts'
import { KEPT_TOAST, type LeftToast } from './toast.ts'

// Apart from the toaster: the forms of the open pages never leave a toast, and would load this with it.
const READING_MS = 4000

/** Goes home, where the toast is shown; Back does not lead to the page that is left, since it is done. */
export function goHomeWith(left: LeftToast): void {
  const goHome = () => location.replace(here(pages.home))
  try {
    sessionStorage.setItem(KEPT_TOAST, JSON.stringify(left))
    goHome()
  } catch {
    // A browser that keeps nothing shows it here, for as long as it takes to read.
    toast[left.type](left.message)
    setTimeout(goHome, READING_MS)
  }
}
