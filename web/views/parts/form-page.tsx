import type { ReactNode } from 'react'
import { noticeMessages, notices, noticeTopics } from '#messages/notices.ts'
import { pages } from '#contract/paths.ts'
import { agency } from '#contract/schemas/agency.ts'
import { type NoticeForm, noticesBefore } from '#contract/schemas/notices.ts'
import { here } from '#web/lib/language.ts'

interface FormPageProps {
  /** Of the whole page, the width of its columns among them. */
  className?: string | undefined
  /** What people ask themselves while they fill the form in. */
  aside: ReactNode
  asideClassName?: string
  children: ReactNode
}

/** A form with its heading in one column, and the answers to likely questions in another. */
export function FormPage({ className = formColumns, aside, asideClassName = '', children }: FormPageProps) {
  return (
    <div className={`wrap section grid gap-y-14 ${className}`}>
      <div className="min-w-0">{children}</div>
      <div className={`flex min-w-0 flex-col gap-10 lg:pt-2 ${asideClassName}`}>{aside}</div>
    </div>
  )
}

export const formColumns = 'gap-x-20 lg:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]'

interface PointsProps {
  heading: string
  /** Whether the points follow one another. */
  numbered?: boolean
  children: readonly string[]
}

export function Points({ heading, numbered = false, children }: PointsProps) {
  const List = numbered ? 'ol' : 'ul'
  return (
    <section>
      <h2 className="text-subhead">{heading}</h2>
      <List className={`mt-4 pl-5 ${numbered ? 'list-decimal' : 'list-disc'}`}>
        {children.map((point) => (
          <li key={point} className="mt-2 pl-1 text-quiet marker:text-ink">
            {point}
          </li>
        ))}
      </List>
    </section>
  )
}

/** Ways to reach the agency without the form. */
export function OtherWays({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-8">
      <h2 className="mb-4 text-subhead">{heading}</h2>
      {children}
    </section>
  )
}

export function WriteToUs({ words }: { words: string }) {
  return (
    <p className="text-quiet">
      {words} <MailLink address={agency.email} />
    </p>
  )
}

export function MailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`} className="link inline-block py-2 wrap-anywhere">
      {address}
    </a>
  )
}

/** What is told before a form: part of the page; the form's code reads from it which version was shown. */
export function FormNotice({ form }: { form: NoticeForm }) {
  const [notice] = noticesBefore(form, { notices, noticeTopics })
  if (!notice) return null
  const { version, essence, points } = notice
  return (
    <section
      data-notice={version}
      aria-labelledby="notice-heading"
      className="max-w-form rounded-card border border-line bg-panel px-5 py-4"
    >
      {/* For a form that a browser posts by itself; the registration needs scripts. */}
      {form !== 'registration' && <input type="hidden" name="notice" value={version} form={`${form}-form`} />}
      <h2 id="notice-heading" className="text-body font-semibold tracking-normal">
        {noticeMessages.heading}
      </h2>
      <p className="mt-1">
        <span>{essence}</span>{' '}
        <a href={here(pages.privacy)} className="link">
          {noticeMessages.policy}
        </a>
      </p>
      <details className="mt-1">
        <summary className="cursor-pointer py-3 font-medium text-accent">{noticeMessages.more}</summary>
        <dl className="pb-2">
          {points.map(({ about, words }) => (
            <div key={about} className="mt-3">
              <dt className="font-semibold">{about}</dt>
              <dd className="text-quiet wrap-anywhere">{words}</dd>
            </div>
          ))}
        </dl>
        <p className="flex flex-wrap gap-x-6">
          <a href={here(`${pages.privacy}#using-your-rights`)} className="link inline-block py-2">
            {noticeMessages.rights}
          </a>
          <MailLink address={agency.privacyEmail} />
        </p>
      </details>
    </section>
  )
}
