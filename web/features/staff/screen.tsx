import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import { deskWords } from '#contract/messages/staff.ts'
import { staffPages } from '#contract/paths.ts'
import { Spinner } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/field.tsx'
import { cameByLink, Link } from './router.tsx'
import { CallError } from './session.ts'

interface ScreenProps {
  title: string
  /** Actions of the whole screen, beside its heading. */
  actions?: ReactNode
  children: ReactNode
}

/** A screen: its heading takes the focus when it comes by a link, so that the change is heard. */
export function Screen({ title, actions, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${deskWords.desk}`
    if (cameByLink()) heading.current?.focus({ preventScroll: true })
  }, [title])
  return (
    <>
      <div className="desk-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions}
      </div>
      {children}
    </>
  )
}

export function Loading() {
  return (
    <p role="status" className="desk-state">
      <Spinner /> {deskWords.loading}
    </p>
  )
}

/** A part that could not be read, with what can be done about it. */
export function Failed({ message, retry }: { message: string; retry(): void }) {
  return (
    <div className="desk-state" data-state="failed">
      <div role="alert">
        <ErrorLine>{message}</ErrorLine>
      </div>
      <button type="button" className="button button-quiet" onClick={retry}>
        {deskWords.again}
      </button>
    </div>
  )
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
  query: UseQueryResult<Data>
  children(data: Data): ReactNode
}

/** What a query read, or in its place that it is loading, failed, or was refused; what was read stays while a later read fails. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  const { data, error, isPending, refetch } = query
  if (data !== undefined) return children(data)
  if (isPending) return <Loading />
  return (
    <Failed
      message={error instanceof CallError ? error.message : deskWords.failed}
      retry={() => void refetch()}
    />
  )
}

/** Whether a query was refused for good: by the role, or because nothing is there. */
export function refusalOf({ error }: UseQueryResult<unknown>): 'denied' | 'unknown' | undefined {
  if (!(error instanceof CallError)) return undefined
  const { code, status } = error.failure.cause
  if (code === 'denied') return 'denied'
  return status === 404 ? 'unknown' : undefined
}
