import { pages } from '#contract/paths.ts'
import { sandboxPage } from '#web/content/sandbox.ts'

const { heading, lead, reading, empty, fields, buttons } = sandboxPage.mandates
const { switches } = sandboxPage

/** What `mandates.client.ts` copies and fills for each mandate. */
function MandateTemplate() {
  return (
    <template data-part="mandate">
      <li className="mandate">
        <p className="mandate-status" data-part="status" tabIndex={-1} />
        <p data-part="reason" />
        <dl className="mandate-fields">
          <div>
            <dt>{fields.account}</dt>
            <dd data-part="account" />
          </div>
          <div>
            <dt>{fields.most}</dt>
            <dd data-part="most" />
          </div>
          <div>
            <dt>{fields.transaction}</dt>
            <dd>
              <span data-part="transaction" />, <time data-part="at" />
            </dd>
          </div>
        </dl>
        <div className="mandate-buttons" role="group" aria-label={buttons.group} data-part="settle">
          <button type="button" className="button button-quiet" data-settle="Success">
            {buttons.success}
          </button>
          <button type="button" className="button button-quiet" data-settle="Failed">
            {buttons.failed}
          </button>
        </div>
      </li>
    </template>
  )
}

/** `mandates.client.ts` keeps what is ticked in a cookie, which the simulator reads. */
function Switches() {
  return (
    <fieldset className="mt-8" data-switches>
      <legend className="text-lead font-semibold">{switches.heading}</legend>
      <p className="mt-2 max-w-[40rem] text-quiet">{switches.lead}</p>
      {Object.entries(switches.words).map(([name, words]) => (
        <label key={name} className="flex min-h-12 items-center gap-3">
          <input type="checkbox" name={name} className="size-6 shrink-0 accent-accent" />
          {words}
        </label>
      ))}
    </fieldset>
  )
}

/** What the bank of the sandbox keeps of mandates; `mandates.client.ts` fills it. */
export function Mandates() {
  return (
    <section aria-labelledby="mandates" className="sandbox-part" data-mandates>
      <h2 className="text-title" id="mandates">
        {heading}
      </h2>
      <p className="mt-2 max-w-[40rem] text-quiet">{lead}</p>
      <p className="outbox-status" aria-live="polite" data-part="said">
        {reading}
      </p>
      <div className="outbox-empty" data-part="no-mandates" hidden>
        <h3 className="text-lead">{empty.heading}</h3>
        <p className="mt-2">
          {empty.before}
          <a href={pages.register} className="link">
            {empty.link}
          </a>
          {empty.after}
        </p>
      </div>
      <ol className="outbox-list" aria-labelledby="mandates" data-part="mandate-list" />
      <MandateTemplate />
      <Switches />
    </section>
  )
}
