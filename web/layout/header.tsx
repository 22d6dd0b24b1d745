import { Menu } from 'lucide-react'
import { signUpLink } from '#web/content/site.ts'
import { Brand } from './brand.tsx'
import { NavLinks } from './nav-links.tsx'
import { OverlayMenu } from './overlay-menu.tsx'

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
