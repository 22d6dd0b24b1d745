import { agency } from '#contract/schemas/agency.ts'
import { currentNotice, noticeMessages, type NoticeForm } from '#contract/messages/notices.ts'
import { pages } from '#contract/paths.ts'
import { rightsSectionId } from '#web/content/legal/privacy-requests.ts'

/**
 * What a person is told before a form. It stands in the page and not in the form's own code, which reads from it which
 * version was shown (`noticeShown`).
 */
export function FormNotice({ form }: { form: NoticeForm }) {
  const { version, essence, points } = currentNotice(form)
  return (
    <section
      data-notice={version}
      aria-labelledby="notice-heading"
      className="max-w-form rounded-card border border-line bg-panel px-5 py-4"
    >
      <h2 id="notice-heading" className="text-body font-semibold tracking-normal">
        {noticeMessages.heading}
      </h2>
      <p className="mt-1">
        <span>{essence}</span>{' '}
        <a href={pages.privacy} className="link">
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
          <a href={`${pages.privacy}#${rightsSectionId}`} className="link inline-block py-2">
            {noticeMessages.rights}
          </a>
          <a href={`mailto:${agency.privacyEmail}`} className="link inline-block py-2 wrap-anywhere">
            {agency.privacyEmail}
          </a>
        </p>
      </details>
    </section>
  )
}
