import { Menu, X } from 'lucide-react'
import { layoutTexts, sandboxNote } from '#messages/layout.ts'
import { mainLinks, signUpLink } from '#web/content/site.ts'
import { here } from '#web/lib/language.ts'
import { Brand } from './brand.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { sandboxOnly } from '#contract/schemas/agency.ts'
import { pages } from '#contract/paths.ts'

interface HeaderProps {
  /** Address of the page it stands on. */
  path: string
  /** Whether the page is in every language. */
  translated: boolean
}

export function Header({ path, translated }: HeaderProps) {
  return (
    <header className="header-place">
      <div className="site-header">
        <div className="wrap flex flex-wrap items-center justify-between gap-x-2 gap-y-2 py-3 sm:gap-x-4">
          <Brand />
          <nav
            aria-label={layoutTexts.mainLinks}
            className="wide-menu flex-wrap items-center gap-x-7 gap-y-2"
          >
            <ul className="flex flex-wrap items-center gap-x-6">
              <NavLinks path={path} />
            </ul>
            <a href={signUpLink.href} className="button">
              {signUpLink.label}
            </a>
          </nav>
          {translated && <LanguageSwitch path={path} className="wide-switch" />}
          <button
            type="button"
            className="button button-quiet menu-button px-4"
            aria-haspopup="dialog"
            aria-expanded="false"
            aria-controls="overlay-menu"
            data-menu-open
          >
            <Menu size={20} strokeWidth={1.75} aria-hidden="true" />
            {layoutTexts.menu}
          </button>
        </div>
      </div>
      <OverlayMenu path={path} translated={translated} />
    </header>
  )
}

/** The menu of small screens: the whole screen, a dialog. `menu.client.ts` opens and closes it. */
function OverlayMenu({ path, translated }: HeaderProps) {
  return (
    <dialog id="overlay-menu" className="overlay-menu" aria-label={layoutTexts.menu}>
      <div className="wrap flex min-h-full flex-col pb-8">
        <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-2 py-3 sm:gap-x-4">
          <Brand />
          <button
            type="button"
            className="button button-quiet border-on-deep-quiet px-4 text-inherit"
            data-menu-close
            autoFocus
          >
            <X size={20} strokeWidth={1.75} aria-hidden="true" />
            {layoutTexts.close}
          </button>
        </div>
        <nav aria-label={layoutTexts.menu} className="mt-8 flex grow flex-col justify-between gap-10">
          <ul>
            <NavLinks path={path} className={menuLink} />
          </ul>
          <a href={signUpLink.href} className="button button-paper w-full">
            {signUpLink.label}
          </a>
        </nav>
        {translated && <LanguageSwitch path={path} className="mt-6" inMenu />}
      </div>
    </dialog>
  )
}

const navLink =
  'nav-link inline-flex min-h-12 items-center rounded-[4px] decoration-2 underline-offset-[0.5em] hover:underline here:font-semibold here:underline'
const menuLink =
  'menu-link flex min-h-16 items-center border-b border-deep-line text-title font-semibold tracking-[-0.015em] decoration-2 underline-offset-[0.35em] hover:underline here:underline'

interface NavLinksProps extends Pick<HeaderProps, 'path'> {
  className?: string
}

function NavLinks({ path, className = navLink }: NavLinksProps) {
  return mainLinks.map(({ label, href }) => (
    <li key={href}>
      <a href={href} className={className} aria-current={href === here(path) ? 'page' : undefined}>
        {label}
      </a>
    </li>
  ))
}

/** Said on every page while a provider is the sandbox's simulator; the server takes it out otherwise. */
export function SandboxNote() {
  return (
    <>
      {sandboxOnly.start}
      <aside
        className="top-note relative z-3 border-b border-line bg-panel py-2 text-[0.9375rem]"
        aria-label={sandboxNote.name}
      >
        <p className="wrap">
          <strong>{sandboxNote.start}</strong> {sandboxNote.text}{' '}
          <a href={pages.sandbox} className="link">
            {sandboxNote.link}
          </a>
        </p>
      </aside>
      {sandboxOnly.end}
    </>
  )
}
