import { LogOut, UserRound } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { deskWords, screenNames } from '#contract/messages/staff.ts'
import { staffPages } from '#contract/paths.ts'
import { keepFocusNear } from '#web/lib/focus.ts'
import { signOut } from './access/ceremonies.ts'
import { keepSending } from './record/note-outbox.ts'
import { Link, listenTo, placeAt, usePath } from './router.tsx'
import { SkipLink } from './screen.tsx'
import { maySee } from './screens.tsx'
import { SearchBox } from './search-box.tsx'
import { useSelf } from './session.ts'

const links = [
  ['today', staffPages.home],
  ...(['enquiries', 'applications', 'executives', 'privacy', 'people', 'webhooks'] as const).map(
    (name) => [name, staffPages[name]] as const,
  ),
] as const

/** The frame around every screen of somebody who is signed in. */
export function Shell({ children }: { children: ReactNode }) {
  const path = usePath()
  const { id } = useSelf()
  useEffect(() => keepSending(id), [id])
  useEffect(keepFocusNear, [])
  return (
    <div className="desk">
      <SkipLink />
      <header className="desk-side">
        {/* No link: its name would begin as that of the screen «Staff» does, and «Today» leads to the same. */}
        <p>
          <img src="/favicon.svg" width="26" height="26" alt="" /> {deskWords.desk}
        </p>
        {/* Told anew with each address, so that the menu of a phone is closed on it. */}
        <Menu key={path} />
      </header>
      <div className="desk-main">
        <SearchBox />
        <OfflineNote />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  )
}

function Menu() {
  const [isOpen, setOpen] = useState(false)
  const { name } = useSelf()
  return (
    <>
      <button
        type="button"
        className="button button-quiet desk-menu-button"
        aria-expanded={isOpen}
        aria-controls="desk-menu"
        onClick={() => setOpen(!isOpen)}
      >
        {deskWords.menu}
      </button>
      <div id="desk-menu" className="desk-menu" data-open={isOpen}>
        <nav aria-label={deskWords.screens}>
          <NavLinks />
        </nav>
        <div>
          <Link href={staffPages.account} title={deskWords.account} className="desk-link">
            <UserRound aria-hidden size={18} /> <span>{name}</span>
          </Link>
          <button type="button" className="desk-link" onClick={() => void signOut()}>
            <LogOut aria-hidden size={18} /> {deskWords.signOut}
          </button>
        </div>
      </div>
    </>
  )
}

/** As far as the role may go. */
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
            <Link href={href} className="desk-link" aria-current={isHere ? 'page' : undefined}>
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
  return <div role="status">{!isOnline && <p className="desk-note">{deskWords.offline}</p>}</div>
}
