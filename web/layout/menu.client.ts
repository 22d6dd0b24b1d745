/** From this width on the links stand in the bar (`shell.css` says the same). */
const wide = matchMedia('(width >= 48rem)')

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
  wide.addEventListener('change', ({ matches }) => {
    if (matches) menu.close()
  })
}

const opener = document.querySelector<HTMLButtonElement>('[data-menu-open]')
const menu = document.querySelector<HTMLDialogElement>('#overlay-menu')
if (opener && menu) wireMenu(opener, menu)
