import { X } from 'lucide-react'
import { signUpLink } from '#web/content/site.ts'
import { Brand } from './brand.tsx'
import { NavLinks } from './nav-links.tsx'

interface OverlayMenuProps {
  /** Address of the page it stands on. */
  path: string
}

/** The menu of small screens: the whole screen, a dialog. `menu.client.ts` opens and closes it. */
export function OverlayMenu({ path }: OverlayMenuProps) {
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
