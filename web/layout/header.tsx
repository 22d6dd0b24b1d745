import { Menu, X } from 'lucide-react'
import { signUpLink } from '#web/content/site.ts'
import { Brand } from './brand.tsx'
import { NavLinks } from './nav-links.tsx'

interface HeaderProps {
  /** Address of the page it stands on. */
  path: string
}

export function Header({ path }: HeaderProps) {
  return (
    <header className="header-place">
      <div className="site-header">
        <div className="wrap flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
          <Brand />
          <nav aria-label="Main" className="wide-menu flex-wrap items-center gap-x-7 gap-y-2">
            <ul className="flex flex-wrap items-center gap-x-6">
              <NavLinks path={path} />
            </ul>
            <a href={signUpLink.href} className="button">
              {signUpLink.label}
            </a>
          </nav>
          <button
            type="button"
            className="button button-quiet menu-button"
            aria-haspopup="dialog"
            aria-expanded="false"
            aria-controls="overlay-menu"
            data-menu-open
          >
            <Menu size={20} strokeWidth={1.75} aria-hidden="true" />
            Menu
          </button>
        </div>
      </div>
      <OverlayMenu path={path} />
    </header>
  )
}

interface OverlayMenuProps {
  /** Address of the page it stands on. */
  path: string
}

/** The menu of small screens: the whole screen, a dialog. `menu.client.ts` opens and closes it. */
function OverlayMenu({ path }: OverlayMenuProps) {
  return (
    <dialog id="overlay-menu" className="overlay-menu" aria-label="Menu">
      <div className="wrap flex min-h-full flex-col pb-8">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
          <Brand />
          <button type="button" className="button button-quiet menu-close" data-menu-close autoFocus>
            <X size={20} strokeWidth={1.75} aria-hidden="true" />
            Close
          </button>
        </div>
        <nav aria-label="Menu" className="mt-8 flex grow flex-col justify-between gap-10">
          <ul>
            <NavLinks path={path} className="menu-link" />
          </ul>
          <a href={signUpLink.href} className="button button-paper w-full">
            {signUpLink.label}
          </a>
        </nav>
      </div>
    </dialog>
  )
}
