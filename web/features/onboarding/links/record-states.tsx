import { recordStates } from '#messages/agreements.ts'
import type { PersonRecord } from '#contract/schemas/registrations.ts'

/** Whether the agreement is signed and no annex to it awaits acceptance. */
export function isAllSigned({ signedAgreement, openAnnex = false }: PersonRecord): boolean {
  return signedAgreement && !openAnnex
}

/** How the agreement and the bank mandate of a registration stand, side by side: one says nothing of the other. */
export function RecordStates({ record }: { record: PersonRecord }) {
  const { signedAgreement, openAnnex, mandate_id } = record
  const agreement = openAnnex ? 'annex' : signedAgreement ? 'signed' : 'unsigned'
  const { registrationStatus } = mandate_id.mandateDetails
  const rows = [
    [recordStates.agreement, recordStates.agreementStates[agreement]],
    [recordStates.mandate, recordStates.mandateStates[registrationStatus]],
  ]
  return (
    <section aria-labelledby="record-states" className="mb-8 max-w-[48rem]">
      <h2 id="record-states" className="sr-only">
        {recordStates.heading}
      </h2>
      <dl className="grid gap-x-6 gap-y-1 rounded-card border border-line bg-panel px-5 py-4 sm:grid-cols-[max-content_1fr]">
        {rows.map(([label, state]) => (
          <div key={label} className="contents">
            <dt className="text-quiet not-first:mt-2 sm:not-first:mt-0">{label}</dt>
            <dd className="font-medium wrap-anywhere">{state}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
