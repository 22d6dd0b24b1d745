import { pages } from '#contract/paths.ts'
import { agency } from '#contract/schemas/agency.ts'
import { type Notice, type NoticeForm, noticesBefore } from '#contract/schemas/notices.ts'
import { careerNotices } from '#messages/careers.ts'
import { enquiryNotices } from '#messages/enquiries.ts'
import { noticeMessages, noticeTopics } from '#messages/notices.ts'
import { registrationNotices } from '#messages/registrations.ts'
import { here } from '#web/lib/page.ts'

/** The notice before a form, a part of the page; the form's code reads from it which version was shown. */
export function FormNotice({ form }: { form: NoticeForm }) {
  const [notice] = noticesBefore(form, { careerNotices, enquiryNotices, registrationNotices, noticeTopics })
  if (!notice) return null
  const { version } = notice
  // One line, since much else has to be told first.
  if (form === 'registration')
    return (
      <section
        data-notice={version}
        aria-labelledby="notice-heading"
        className="max-w-form border-b border-line"
      >
        <details>
          <summary className="cursor-pointer py-1.5">
            <h2 id="notice-heading" className="inline text-body font-medium tracking-normal">
              {noticeMessages.heading}
            </h2>{' '}
            <span className="font-medium whitespace-nowrap text-accent">{noticeMessages.unfold}</span>
          </summary>
          <Essence notice={notice} />
          <NoticePoints notice={notice} />
        </details>
      </section>
    )
  return (
    <section
      data-notice={version}
      aria-labelledby="notice-heading"
      className="max-w-form rounded-card border border-line bg-panel px-5 py-4"
    >
      {/* For a form that a browser posts by itself; the registration needs scripts. */}
      <input type="hidden" name="notice" value={version} form={`${form}-form`} />
      <h2 id="notice-heading" className="text-body font-semibold tracking-normal">
        {noticeMessages.heading}
      </h2>
      <Essence notice={notice} />
      <details className="mt-1">
        <summary className="cursor-pointer py-3 font-medium text-accent">{noticeMessages.more}</summary>
        <NoticePoints notice={notice} />
      </details>
    </section>
  )
}

function Essence({ notice: { essence } }: { notice: Notice }) {
  return (
    <p className="mt-1">
      <span>{essence}</span>{' '}
      <a href={here(pages.privacy)} className="link">
        {noticeMessages.policy}
      </a>
    </p>
  )
}

function NoticePoints({ notice: { points } }: { notice: Notice }) {
  return (
    <>
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
    </>
  )
}

export function MailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`} className="link inline-block py-2 wrap-anywhere">
      {address}
    </a>
  )
}
