import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { deskWords } from './words.ts'
import { staffPages } from '#contract/paths.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/field.tsx'
import { Coming, Failed } from '#web/ui/load-state.tsx'
import { whenText } from './format.tsx'
import { cameByLink, Link, listenTo } from './router.tsx'
import { CallError } from './session.ts'

/** The first element for the keyboard; it does not change the address. */
export function SkipLink() {
  function skip(event: MouseEvent) {
    event.preventDefault()
    document.getElementById('content')?.focus()
  }
  return (
    <a href="#content" className="skip-link" onClick={skip}>
      {deskWords.skip}
    </a>
  )
}

interface PartProps {
  title: string
  /** Actions for the whole screen, beside its heading. */
  actions?: ReactNode
  children: ReactNode
}

interface HeadingProps {
  title: string
  /** Shown beside the title. */
  code?: string | undefined
  tab?: string
}

/**
 * The heading of a screen takes the focus after a link, so that the change is announced; after a return from a
 * record, the record's link takes it.
 */
export function Heading({ title, code, tab = title }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = tab
    const came = cameByLink()
    const link = came?.left && document.querySelector<HTMLElement>(`main a[href="${came.left}"]`)
    if (came) (link || heading.current)?.focus({ preventScroll: true })
  }, [tab])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {title}
      {code && <span className="text-[1rem] font-normal whitespace-nowrap text-quiet"> {code}</span>}
    </h1>
  )
}

interface ScreenProps extends PartProps {
  code?: string | undefined
  /** The title of the tab if the heading names a person. */
  tab?: string
}

export function Screen({ title, code, tab = title, actions, children }: ScreenProps) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 mb-4">
        <Heading title={title} code={code} tab={`${tab} · ${deskWords.desk}`} />
        {actions}
      </div>
      <Printed />
      {children}
    </>
  )
}

/** The day and time of printing, on paper only. */
function Printed() {
  const [now, setNow] = useState(Date.now)
  useEffect(() => listenTo(['beforeprint'], () => flushSync(() => setNow(Date.now()))), [])
  return (
    <p className="mb-4 hidden text-quiet print:block">
      {deskWords.printed(whenText(new Date(now).toISOString()))}
    </p>
  )
}

/** A part of a screen, labelled by its heading. */
export function Panel({ title, actions, children }: PartProps) {
  return (
    <section className="panel" aria-label={title}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  )
}

/** Moves the focus to the first field of the part with this name. */
export function leadIn(name: string): void {
  const part = document.querySelector(`main section[aria-label="${name}"]`)
  const field = part?.querySelector<HTMLElement>('select, textarea, input, button')
  field?.focus({ preventScroll: true })
  part?.scrollIntoView()
}

/** Shows why something failed. */
export function Problem({ children }: { children: string | false | undefined }) {
  return <div role="alert">{children && <ErrorLine>{children}</ErrorLine>}</div>
}

/** The result of the last action; its line is always there, so that nothing moves. */
export function Said({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="static -my-1 min-h-lh text-quiet">
      {children}
    </p>
  )
}

export function Loading() {
  return (
    <div className="state">
      <Coming>{deskWords.loading}</Coming>
    </div>
  )
}

/** Shown until code is loaded. */
export const untilHere = {
  coming: deskWords.loading,
  missing: deskWords.failed,
  again: deskWords.again,
  className: 'state',
}

function Dead({ title, text }: { title: string; text: string }) {
  return (
    <Screen title={title}>
      <p>{text}</p>
      <p className="mt-4">
        <Link href={staffPages.home} className="link">
          {deskWords.toToday}
        </Link>
      </p>
    </Screen>
  )
}

export function Denied() {
  return <Dead title={deskWords.denied} text={deskWords.deniedMore} />
}

export function Unknown() {
  return <Dead title={deskWords.unknown} text={deskWords.unknownMore} />
}

interface LoadedProps<Data> {
  query: {
    data: Data | undefined
    error: Error | null
    isPending: boolean
    refetch(): Promise<unknown>
  }
  children(data: Data): ReactNode
}

/** What a query read, or that it is loading, failed or was refused; earlier data stay while a later read fails. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  const { data, error, isPending, refetch } = query
  if (data !== undefined) return children(data)
  if (isPending) return <Loading />
  return (
    <div className="state" data-state="failed">
      <Failed sentence={sentenceOf(error)} again={deskWords.again} onRetry={refetch} />
    </div>
  )
}

interface MoreProps {
  list: {
    error: Error | null
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage(): unknown
  }
  words: string
}

/** The button that reads the next page. */
export function More({ list, words }: MoreProps) {
  if (!list.hasNextPage) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ActionButton busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {words}
      </ActionButton>
      <Problem>{list.isFetchNextPageError && sentenceOf(list.error)}</Problem>
    </div>
  )
}

/** Returns the sentence of an error: the desk's words if there are any. */
export function sentenceOf(error: unknown): string {
  return error instanceof CallError ? error.message : deskWords.failed
}
