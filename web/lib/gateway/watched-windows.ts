/** A window that another script opened for us. */
export interface BankWindow {
  toFront(): void
  /**
   * Whether it seems to be closed. A bank's page that cuts itself off from whoever opened it looks closed too, so this is
   * no proof that it is.
   */
  isGone(): boolean
  close(): void
}

/** Runs something that opens windows, and answers what became of each `window.open` in it: a window, or null if blocked. */
export function watchedWindows(work: () => void): (Window | null)[] {
  const seen: (Window | null)[] = []
  const open = window.open
  window.open = (...given) => {
    const opened = open.apply(window, given)
    seen.push(opened)
    return opened
  }
  try {
    work()
  } catch (error) {
    // A script that was refused its window may fail on it; then the window is the news.
    if (!seen.includes(null)) throw error
  } finally {
    window.open = open
  }
  return seen
}

export function bankWindow(opened: Window): BankWindow {
  return {
    toFront: () => opened.focus(),
    isGone: () => opened.closed,
    close: () => opened.close(),
  }
}
