import { LogOut, UserRound } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore, type ReactNode, type SyntheticEvent } from 'react'
import { deskWords } from './words.ts'
import { screenNames } from '#contract/messages/staff.ts'
import { staffPages } from '#contract/paths.ts'
import { keepFocusNear } from '#web/lib/focus.ts'
import { BrandMark } from '#web/ui/brand-mark.tsx'
import { toast } from '#web/ui/toast.ts'
import { call } from './calls.ts'
import { Link, listenTo, placeAt, usePath, deskPaths, moveTo, useMoveState } from './router.tsx'
import { SkipLink } from './screen.tsx'
import { maySee } from './screens.tsx'
import { endSession, useSelf, useMay } from './session.ts'
import { CommandsButton, Keys, KeysButton } from './keys/keys.tsx'

const links = [
  ['today', staffPages.home],
  ...(['enquiries', 'applications', 'vacancies', 'executives', 'privacy', 'people', 'webhooks'] as const).map(
    (name) => [name, staffPages[name]] as const,
  ),
] as const

/** The frame around every screen of a signed-in person. */
export function Shell({ children }: { children: ReactNode }) {
  const path = usePath()
  useEffect(keepFocusNear, [])
  return (
    <div className="grid flex-1 grid-cols-1 grid-rows-[auto_1fr] desk:grid-cols-[13rem_minmax(0,1fr)] desk:grid-rows-1 print:block">
      <SkipLink />
      <header className="relative flex flex-wrap items-center justify-between gap-2 border-b border-line bg-panel px-4 py-2 desk:sticky desk:top-0 desk:h-dvh desk:flex-col desk:flex-nowrap desk:items-stretch desk:justify-start desk:overflow-y-auto desk:border-r desk:border-b-0 desk:px-3 desk:py-4 print:hidden">
        {/* No link: its name would begin like that of the screen «Staff», and «Today» leads to the same. */}
        <p className="flex min-h-11 items-center gap-2.5 font-[650] desk:px-2">
          <BrandMark size={26} /> {deskWords.desk}
        </p>
        {/* Mounted again with each address, so that the menu of a phone is closed there. */}
        <Menu key={path} />
      </header>
      <div className="dense flex min-w-0 flex-col gap-4 px-4 pt-4 pb-12 desk:px-8">
        <SearchBox />
        <OfflineNote />
        <Keys />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  )
}

const menuLink =
  'flex min-h-11 w-full cursor-pointer items-center gap-2.5 rounded-control px-3 py-1 text-left underline-offset-[0.25em] wrap-anywhere hover:underline desk:min-h-9 here:bg-chosen here:font-[650] here:text-accent-strong here:shadow-[inset_3px_0_var(--accent)] here:forced-colors:border-l-3'

function Menu() {
  const [isOpen, setOpen] = useState(false)
  const { name } = useSelf()
  return (
    <>
      <button
        type="button"
        className="button button-quiet desk:hidden"
        aria-expanded={isOpen}
        aria-controls="desk-menu"
        onClick={() => setOpen(!isOpen)}
      >
        {deskWords.menu}
      </button>
      <div
        id="desk-menu"
        className={`${isOpen ? 'grid' : 'hidden'} max-desk:absolute max-desk:inset-x-0 max-desk:top-full max-desk:z-30 max-desk:border-b max-desk:border-line max-desk:bg-panel max-desk:px-4 max-desk:py-2 max-desk:shadow-lg gap-2 desk:flex desk:flex-1 desk:flex-col desk:justify-between desk:gap-4`}
      >
        <nav aria-label={deskWords.screens}>
          <NavLinks />
        </nav>
        <div className="border-t border-line pt-2">
          <Link href={staffPages.account} title={deskWords.account} className={menuLink}>
            <UserRound aria-hidden size={18} /> <span>{name}</span>
          </Link>
          <KeysButton className={menuLink} />
          <button type="button" className={menuLink} onClick={() => void signOut()}>
            <LogOut aria-hidden size={18} /> {deskWords.signOut}
          </button>
        </div>
      </div>
    </>
  )
}

async function signOut(): Promise<void> {
  await call('me.signOut', {}).then(endSession, (error: Error) => toast.error(error.message))
}

/** Links to the screens that the role may see. */
function NavLinks() {
  const path = usePath().toLowerCase()
  const { role } = useSelf()
  const shown = links.filter(([, href]) => maySee(role, placeAt(href)))
  return (
    <ul>
      {shown.map(([name, href]) => {
        const isHere = name === 'today' ? path === href : path.startsWith(href)
        return (
          <li key={name}>
            <Link href={href} className={menuLink} aria-current={isHere ? 'page' : undefined}>
              {screenNames[name]}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function listenToLine(changed: () => void): () => void {
  return listenTo(['online', 'offline'], changed)
}

function OfflineNote() {
  const isOnline = useSyncExternalStore(listenToLine, () => navigator.onLine)
  return <div role="status">{!isOnline && <p className="note">{deskWords.offline}</p>}</div>
}

/** The searched text is a person's name or number, so no address contains it. */
function SearchBox() {
  const path = usePath()
  const mayByNumber = useMay('records.contact')
  const state = useMoveState()
  const [text, setText] = useState('')
  const sought = path === deskPaths.search && typeof state === 'string' ? state : undefined
  useEffect(() => {
    if (sought !== undefined) setText(sought)
  }, [sought])
  function search(event: SyntheticEvent) {
    event.preventDefault()
    if (text.trim()) moveTo(deskPaths.search, { state: text.trim(), replace: path === deskPaths.search })
  }
  return (
    <form role="search" className="flex flex-wrap items-center gap-2 print:hidden" onSubmit={search}>
      <label htmlFor="desk-search" className="sr-only">
        {deskWords.search}
      </label>
      <input
        id="desk-search"
        type="search"
        placeholder={mayByNumber ? deskWords.searchHint : deskWords.searchHintOfViewer}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        className="control max-w-104 flex-[1_1_12rem]"
      />
      <button type="submit" className="button button-quiet">
        {deskWords.search}
      </button>
      <CommandsButton />
    </form>
  )
}
