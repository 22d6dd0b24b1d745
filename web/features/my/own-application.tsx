import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { type DocumentField, documentFieldNames } from '#contract/fields/application.ts'
import { inWords } from '#contract/messages/languages.ts'
import { fill } from '#contract/messages/sentences.ts'
import type { OpenVacancy, OwnApplication } from '#contract/schemas/my.ts'
import { documentNames } from '#messages/careers.ts'
import { ownActions, ownAnswers, ownPage } from '#messages/my.ts'
import { DocumentFieldRow } from '#web/features/careers/document-field.tsx'
import { type Documents, useDocuments } from '#web/features/careers/use-documents.ts'
import { uploadForJson } from '#web/lib/api.ts'
import { langOf, language as ownLanguage } from '#web/lib/page.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { ErrorLine, Select } from '#web/ui/field.tsx'
import { Title } from '#web/ui/vacancy.tsx'
import { OpenDocument, ownCall, Part, postOwn, useChange } from './own-parts.tsx'

type Load = () => Promise<void>

/** The documents of an application, each of which may be added or replaced. */
export function OwnDocuments({
  documents,
  documentsAsked,
  load,
}: Pick<OwnApplication, 'documents' | 'documentsAsked'> & { load: Load }) {
  const chosen = useDocuments()
  return (
    <Part id="own-documents" heading={ownActions.documents}>
      <p aria-live="polite" className="sr-only">
        {chosen.said}
      </p>
      <div className="grid grid-cols-1 gap-8">
        {documentFieldNames.map((field) => (
          <OwnDocument
            key={field}
            field={field}
            chosen={chosen}
            there={documents.find((one) => one.field === field)?.name}
            asked={documentsAsked}
            load={load}
          />
        ))}
      </div>
    </Part>
  )
}

interface OwnDocumentProps {
  field: DocumentField
  /** Chosen and not sent yet. */
  chosen: Documents
  /** The name of the present document. */
  there: string | undefined
  /** What recruiters requested. */
  asked: OwnApplication['documentsAsked']
  load: Load
}

function OwnDocument({ field, chosen, there, asked, load }: OwnDocumentProps) {
  const { file, refused, remaking = false } = chosen.states[field]
  const [which, setWhich] = useState<string>()
  const request = which ?? asked[0]?.id
  const { busy, refusal, change } = useChange(load)
  const name = documentNames[field]
  const stands =
    there === undefined ? (
      ownActions.documentNone
    ) : (
      <>
        {fill(ownActions.documentThere, { name: there })} <OpenDocument id={field} name={name} />
      </>
    )
  async function send(document: File) {
    const form = new FormData()
    if (request !== undefined) form.append('request', request)
    form.append(field, document)
    const call = { url: ownCall('document'), form, fallback: ownPage.failed, schema: z.unknown() }
    const answer = await change(async () => {
      const sent = await uploadForJson(call)
      return sent.ok ? { ok: true } : { ...sent, message: sent.errors[0]?.message ?? sent.message }
    }, ownAnswers.documentSaved)
    if (!answer?.ok) return
    chosen.clear(field)
    // The requested document has come; the next one is another.
    setWhich(undefined)
  }
  return (
    <div>
      <DocumentFieldRow field={field} label={name} stands={stands} documents={chosen} refusal={refusal} />
      {file && !refused && !remaking && (
        <div className="mt-3 grid grid-cols-1 justify-items-start gap-3">
          {asked.length > 0 && (
            <Select
              label={ownActions.whichAsked}
              choices={[
                ...asked.map(({ id, document }) => [id, document] as const),
                ['', ownActions.noneAsked],
              ]}
              value={request ?? ''}
              choose={setWhich}
            />
          )}
          <ActionButton busy={busy} onClick={() => void send(file)}>
            {fill(ownActions.sendDocument, { document: name })}
          </ActionButton>
        </div>
      )}
    </div>
  )
}

interface OpenVacanciesProps {
  vacancies: readonly OpenVacancy[]
  /** Whether the vacancy of the address is no longer among them. */
  isJobClosed: boolean
  load: Load
}

/** Vacancies that somebody may apply to with one press; after the press the vacancy stays and says so. */
export function OpenVacancies({ vacancies: open, isJobClosed, load }: OpenVacanciesProps) {
  const [sent, setSent] = useState<readonly { at: number; vacancy: OpenVacancy }[]>([])
  const isSent = ({ reference }: OpenVacancy) => sent.some(({ vacancy }) => vacancy.reference === reference)
  const vacancies = open.filter((vacancy) => !isSent(vacancy))
  for (const { at, vacancy } of [...sent].sort((one, other) => one.at - other.at))
    vacancies.splice(at, 0, vacancy)
  if (vacancies.length === 0 && !isJobClosed) return null
  return (
    <Part id="own-vacancies" heading={ownActions.vacancies}>
      {isJobClosed && <p className="mb-4 font-medium">{ownAnswers.vacancyClosed}</p>}
      <ul className="grid grid-cols-1 gap-4">
        {vacancies.map((vacancy, at) => (
          <li key={vacancy.reference}>
            <Vacancy
              vacancy={vacancy}
              isSent={isSent(vacancy)}
              onSent={() => setSent((before) => [...before, { at, vacancy }])}
              load={load}
            />
          </li>
        ))}
      </ul>
    </Part>
  )
}

interface VacancyProps {
  vacancy: OpenVacancy
  isSent: boolean
  onSent(): void
  load: Load
}

function Vacancy({ vacancy, isSent, onSent, load }: VacancyProps) {
  const { reference, title, language, place, openUntil } = vacancy
  const { busy, refusal, change } = useChange(load)
  const answer = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isSent) answer.current?.focus()
  }, [isSent])
  async function apply() {
    const done = await change(() => postOwn('apply', { vacancy: reference }))
    if (done?.ok) onSent()
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-panel px-5 py-4">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          <Title title={title} language={language} />
        </p>
        <p className="text-small text-quiet">
          {place === '' ? ownActions.remote : <span lang={langOf(place)}>{place}</span>}
          {' · '}
          {fill(ownActions.openUntil, { day: inWords(openUntil, ownLanguage) })}
        </p>
        <div role="alert">{refusal && <ErrorLine>{refusal}</ErrorLine>}</div>
      </div>
      {isSent ? (
        <p ref={answer} tabIndex={-1} className="font-semibold text-success">
          {ownActions.sent}
        </p>
      ) : (
        <ActionButton
          busy={busy}
          aria-label={fill(ownActions.applyTo, { title })}
          onClick={() => void apply()}
        >
          {ownActions.apply}
        </ActionButton>
      )}
    </div>
  )
}
