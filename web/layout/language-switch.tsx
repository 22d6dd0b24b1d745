import { addressIn, type Language, languageCodes, languages } from '#contract/messages/languages.ts'
import { pages } from '#contract/paths.ts'
import { servedIn, severalLanguages } from '#contract/schemas/agency.ts'
import { layoutTexts } from '#messages/layout.ts'
import { here, language as ours } from '#web/lib/language.ts'

interface SwitchProps {
  /** Address of the page it stands on, in English. */
  path: string
  className?: string
  /** In the menu, which is named itself, it is no navigation of its own: two of one name could not be told apart. */
  inMenu?: boolean
}

/** Stands at any address that has nothing, and so leads home. */
const NOT_FOUND = '/404'

/**
 * Leads to the same page in the other languages; `menu.client.ts` adds what follows the page's own address. The server
 * leaves out languages that the agency does not serve.
 */
export function LanguageSwitch({ path, className, inMenu = false }: SwitchProps) {
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
        <ul className={`flex flex-wrap ${inMenu ? 'gap-x-6' : 'gap-x-4'}`}>
          {languageCodes.map((language) => (
            <LanguageLink
              key={language}
              language={language}
              path={target}
              className={inMenu ? 'text-lead' : 'text-small'}
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
          className={`inline-flex min-h-12 items-center leading-[1.6] underline-offset-[0.35em] hover:underline aria-[current]:underline ${className}`}
          aria-current={language === ours ? 'true' : undefined}
        >
          {name}
        </a>
      </li>
      {end}
    </>
  )
}
