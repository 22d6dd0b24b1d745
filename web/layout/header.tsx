import { Menu, X } from 'lucide-react'
import { Fragment } from 'react'
import { layoutTexts, sandboxNote } from '#messages/layout.ts'
import { mainLinks, signUpLink } from '#web/content/site.ts'
import { BrandMark } from '#web/ui/brand-mark.tsx'
import { here, language as ours } from '#web/lib/page.ts'
import { sandboxOnly, agency, servedIn, severalLanguages } from '#contract/schemas/agency.ts'
import { pages } from '#contract/paths.ts'
import {
  addressIn,
  defaultLanguage,
  type Language,
  languageCodes,
  languageOffers,
  languages,
} from '#contract/messages/languages.ts'

interface HeaderProps {
  /** The address of the present page. */
  path: string
  /** Whether the page exists in every language. */
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
          {translated && <LanguageSwitch path={path} className="bar-switch" />}
          <button
            type="button"
            className="button button-quiet menu-button px-3"
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

/** The menu of small screens: a dialog over the whole screen. `menu.client.ts` opens and closes it. */
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

/** Shown on every page while a provider is the sandbox's simulator; the server removes it otherwise. */
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

/**
 * Offers the same page in the browser's first language, once, if that differs from the page's. English is the default
 * of many browsers, so it is never offered. The script that shows it follows it directly, so that nothing moves.
 */
export function LanguageOffer({ path }: Pick<HeaderProps, 'path'>) {
  const offered = languageCodes.filter((language) => language !== ours && language !== defaultLanguage)
  return (
    <>
      {offered.map((language) => {
        const { tag, name } = languages[language]
        const { start, end } = servedIn(language)
        return (
          <Fragment key={language}>
            {start}
            <aside
              hidden
              data-offer={language}
              lang={tag}
              aria-label={name}
              className="language-offer border-b border-line bg-panel"
            >
              <p className="wrap">
                <a
                  href={addressIn(language, path === NOT_FOUND ? pages.home : path)}
                  hrefLang={tag}
                  className="link inline-flex min-h-12 items-center"
                >
                  {languageOffers[language]}
                </a>
              </p>
            </aside>
            {end}
          </Fragment>
        )
      })}
      <script dangerouslySetInnerHTML={{ __html: offerOnce }} />
    </>
  )
}

/** A browser without storage gets no offer, or it would get the same one on every page. */
const offerOnce = `{
const offer = document.querySelector('[data-offer="' + navigator.language.slice(0, 2) + '"]')
try {
  if (offer && !localStorage.getItem('language-offered')) {
    localStorage.setItem('language-offered', 'yes')
    offer.hidden = false
  }
} catch {}
}`

/** The mark and the name, a link to the home page. */
export function Brand() {
  return (
    <a
      href={here(pages.home)}
      className="brand inline-flex min-h-12 max-w-[max(9.5rem,min(20rem,100%-8.5rem))] items-center gap-3 text-lead leading-[1.15] font-[650] tracking-[-0.015em] max-[30rem]:gap-2 max-[30rem]:text-[1.0625rem]"
    >
      <BrandMark size={32} />
      <span>{agency.nameStart}</span>
    </a>
  )
}

interface SwitchProps {
  /** The address of the present page, in English. */
  path: string
  className?: string
  /** Within the menu, which has a name itself, it is no navigation, since two with one name could not be distinguished. */
  inMenu?: boolean
}

/** This page is shown at any unknown address, so its switch leads home. */
const NOT_FOUND = '/404'

/**
 * Leads to the same page in the other languages; `menu.client.ts` adds what follows the page's own address. The
 * server leaves out languages that the agency does not serve.
 */
function LanguageSwitch({ path, className, inMenu = false }: SwitchProps) {
  const target = path === NOT_FOUND ? pages.home : path
  const Frame = inMenu ? 'div' : 'nav'
  return (
    <>
      {severalLanguages.start}
      <Frame
        aria-label={inMenu ? undefined : layoutTexts.languages}
        className={className}
        data-switch={here(path)}
      >
        <ul className={`flex flex-wrap items-baseline ${inMenu ? 'gap-x-6' : 'gap-x-3 sm:gap-x-4'}`}>
          {languageCodes.map((language) => (
            <LanguageLink
              key={language}
              language={language}
              path={target}
              className={inMenu ? 'min-h-12 text-lead' : 'min-h-9 text-small min-[24rem]:min-h-12'}
            />
          ))}
        </ul>
      </Frame>
      {severalLanguages.end}
    </>
  )
}

interface LinkProps {
  language: Language
  path: string
  className: string
}

function LanguageLink({ language, path, className }: LinkProps) {
  const { tag, name } = languages[language]
  const { start, end } = servedIn(language)
  return (
    <>
      {start}
      <li>
        <a
          href={addressIn(language, path)}
          lang={tag}
          hrefLang={tag}
          className={`inline-flex items-center leading-[1.6] underline-offset-[0.35em] hover:underline aria-[current]:underline ${className}`}
          aria-current={language === ours ? 'true' : undefined}
        >
          {name}
        </a>
      </li>
      {end}
    </>
  )
}
