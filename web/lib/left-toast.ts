import { pages } from '#contract/paths.ts'
import { KEPT_TOAST, type LeftToast } from './kept-toast.ts'

/** Goes home, where the toast is shown; Back does not lead to the page that is left, since it is done. */
export function goHomeWith(toast: LeftToast): void {
  try {
    sessionStorage.setItem(KEPT_TOAST, JSON.stringify(toast))
  } catch {
    // A browser that keeps nothing shows no toast; the visitor is home all the same.
  }
  location.replace(pages.home)
}
