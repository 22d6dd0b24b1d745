import { toast } from '#web/ui/toast.ts'

/** The system's own dialog if there is one, otherwise the link to copy; without a script there is a link to WhatsApp. */
const share = document.querySelector<HTMLButtonElement>('[data-share]')
if (share && 'share' in navigator) {
  share.hidden = false
  share.addEventListener('click', () => {
    const { share: url = '', shareTitle: title = '' } = share.dataset
    // Closing the dialog without sharing is no error.
    navigator.share({ title, url }).catch(() => undefined)
  })
}

const copy = document.querySelector<HTMLButtonElement>('[data-copy]')
if (copy && !('share' in navigator) && 'clipboard' in navigator) {
  copy.hidden = false
  copy.addEventListener('click', () => {
    const { copy: url = '', copied = '' } = copy.dataset
    navigator.clipboard.writeText(url).then(
      () => toast.success(copied),
      () => undefined,
    )
  })
}
