function wireMenu(opener: HTMLButtonElement, menu: HTMLDialogElement): void {
  opener.addEventListener('click', () => {
    menu.showModal()
    opener.setAttribute('aria-expanded', 'true')
  })
  menu.addEventListener('close', () => {
    opener.setAttribute('aria-expanded', 'false')
  })
  menu.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a, [data-menu-close]')) menu.close()
  })
  // The screen has become so wide that the links are in the bar (`site.css`).
  addEventListener('resize', () => {
    if (opener.offsetWidth === 0) menu.close()
  })
}

/** Adds to the links of other languages what follows the page's address: a record's id, a query, a fragment. */
function wireSwitch(list: HTMLElement): void {
  const page = list.dataset['switch'] ?? ''
  const links = [...list.querySelectorAll('a')].map((link) => [link, link.href] as const)
  const follow = () => {
    const { pathname, search, hash } = location
    if (!pathname.startsWith(page)) return
    for (const [link, address] of links) link.href = address + pathname.slice(page.length) + search + hash
  }
  follow()
  // The fragment changes while the page is read; every link gets one of these events before it is followed.
  for (const event of ['pointerover', 'focusin', 'pointerdown']) list.addEventListener(event, follow)
}

const opener = document.querySelector<HTMLButtonElement>('[data-menu-open]')
const menu = document.querySelector<HTMLDialogElement>('#overlay-menu')
if (opener && menu) wireMenu(opener, menu)
document.querySelectorAll<HTMLElement>('[data-switch]').forEach(wireSwitch)
