import type { Query } from '@tanstack/react-query'
import { useState } from 'react'
import { todayInIndia } from '#contract/dates.ts'
import { erasedNames } from '#contract/messages/staff-audit.ts'
import { listWords } from '#web/features/staff/lists/words.ts'
import { privacyWords as words } from './words.ts'
import { sameReason } from '#web/features/staff/record/words.ts'
import type { ErasurePreview, PersonNamed, PersonRecords } from '#contract/schemas/staff-privacy.ts'
import { kindOfReference } from '#contract/schemas/staff-records.ts'
import { call, problemOf, useSend, useSending } from '#web/features/staff/calls.ts'
import { SureButton } from '#web/features/staff/controls.tsx'
import { whenText } from '#web/features/staff/format.tsx'
import { saveFile } from '#web/lib/save-file.ts'
import { recordPath } from '#web/features/staff/router.tsx'
import { Panel, Problem } from '#web/features/staff/screen.tsx'
import { queryClient } from '#web/features/staff/session.ts'
import { ActionButton, SubmitButton } from '#web/ui/button.tsx'
import { Form, Select, TextField } from '#web/ui/field.tsx'

const ways = ['reference', 'email', 'phone'] as const

/** The records of a name, kept while another one is typed. */
interface Found extends PersonRecords {
  named: PersonNamed
  /** References of related records that were chosen. */
  added: string[]
  /** What erasing all of these would delete, once it was requested. */
  preview?: ErasurePreview | undefined
}

/** Returns the named person, with the related records that were added. */
function whoOf({ named, added }: Found): PersonNamed {
  return { ...named, added }
}

/** Returns the record from which somebody came here. */
function referenceGiven(): string {
  return new URLSearchParams(location.search).get('reference') ?? ''
}

/** Finds the records of a person, and exports or erases them. */
function usePerson() {
  const [named, setNamed] = useState<PersonNamed>(() => ({ by: 'reference', value: referenceGiven() }))
  const [found, setFound] = useState<Found>()
  const [said, setSaid] = useState('')
  const find = useSend('privacy.records', (records, { body }) =>
    setFound({ ...records, named: body, added: [] }),
  )
  const save = useSend('privacy.subject', (held) => {
    const file = new Blob([JSON.stringify(held, null, 2)], { type: 'application/json' })
    saveFile(file, `person-${todayInIndia()}.json`)
    setSaid(words.saved)
  })
  const endSessions = useSend('privacy.endSessions', ({ ended }) => setSaid(words.ended(ended)))
  const preview = useSending(async (of: Found) => {
    return { ...of, preview: await call('privacy.previewErasure', { body: whoOf(of) }) }
  }, setFound)
  const erase = useSend('privacy.erase', ({ counts, filesLeft }) => {
    name({ value: '' })
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
    setSaid([words.erased(rows), ...(filesLeft > 0 ? [words.filesLeft(filesLeft)] : [])].join(' '))
    // The browser's copies of the person's data are removed too, and this screen's lists are read again.
    const isRead = ({ queryKey }: Query) => queryKey[0] !== 'me'
    queryClient.removeQueries({ type: 'inactive', predicate: isRead })
    void queryClient.invalidateQueries({ predicate: isRead })
  })
  function name(change: Partial<PersonNamed>) {
    setNamed({ ...named, ...change })
    setFound(undefined)
    setSaid('')
  }
  function choose(of: Found, added: string[]) {
    setSaid('')
    setFound({ ...of, added, preview: undefined })
  }
  const problem = problemOf(find, save, endSessions, preview, erase)
  return { named, found, said, problem, name, find, save, endSessions, preview, erase, choose }
}

/** Everything about one person: the records are chosen first, then exported as a file, or erased after a preview. */
export function PersonData() {
  const person = usePerson()
  const { named, found, said, problem, find, save, endSessions, preview, erase } = person
  const wrong = find.errorOf('value')
  return (
    <Panel title={words.person}>
      <Form className="stack" submit={() => find.send({ body: named })}>
        <Select
          label={words.by}
          value={named.by}
          choices={ways.map((way) => [way, words.ways[way]])}
          choose={(chosen) => person.name({ by: ways.find((way) => way === chosen) ?? 'reference' })}
        />
        <TextField
          label={words.valueLabel}
          autoComplete="off"
          value={named.value}
          error={wrong}
          onChange={({ currentTarget }) => person.name({ value: currentTarget.value })}
        />
        <div className="flex flex-wrap items-center gap-2">
          <SubmitButton busy={find.busy}>{words.find}</SubmitButton>
        </div>
      </Form>
      <Problem>{!wrong && problem}</Problem>
      {found && (
        <div className="stack">
          <Records found={found} choose={(added) => person.choose(found, added)} />
          <div className="flex flex-wrap items-center gap-2">
            {found.records.length + found.added.length > 0 && (
              <>
                <ActionButton busy={save.busy} onClick={() => save.send({ body: whoOf(found) })}>
                  {words.file}
                </ActionButton>
                <ActionButton busy={preview.busy} onClick={() => preview.send(found)}>
                  {words.preview}
                </ActionButton>
              </>
            )}
            <ActionButton busy={endSessions.busy} onClick={() => endSessions.send({ body: found.named })}>
              {words.endSessions}
            </ActionButton>
          </div>
          {found.preview && (
            <WouldGo
              preview={found.preview}
              names={namesOf(found)}
              busy={erase.busy}
              erase={(shown) => erase.send({ body: { ...whoOf(found), shown } })}
            />
          )}
        </div>
      )}
      <p role="status">{said}</p>
    </Panel>
  )
}

interface RecordsProps {
  found: Found
  choose(added: string[]): void
}

/** The named record and the related ones, each with its reason and a checkbox. */
function Records({ found: { records, people, related, added }, choose }: RecordsProps) {
  return (
    <>
      <h3 className="font-semibold">{words.named}</h3>
      {records.length === 0 && <p>{words.noneNamed}</p>}
      <ul className="lines">
        {records.map((reference) => (
          <li key={reference}>
            <span className="min-w-0 wrap-anywhere">
              <RecordLink reference={reference} /> <Person person={people[reference]} />
            </span>
          </li>
        ))}
      </ul>
      <h3 className="font-semibold">{words.related}</h3>
      <p className="text-quiet">{related.length === 0 ? words.noneRelated : words.relatedLead}</p>
      <ul className="lines">
        {related.map(({ reference, canAdd, ...why }) => (
          <li key={reference}>
            <span className="min-w-0 wrap-anywhere">
              <RecordLink reference={reference} /> <Person person={people[reference]} /> · {sameReason(why)}
              {!canAdd && <span className="block text-quiet">{words.ownReference}</span>}
            </span>
            {canAdd && (
              <label className="grid size-8 cursor-pointer place-items-center">
                <input
                  type="checkbox"
                  aria-label={words.add(reference)}
                  checked={added.includes(reference)}
                  onChange={({ currentTarget: { checked } }) => {
                    const others = added.filter((one) => one !== reference)
                    choose(checked ? [...others, reference] : others)
                  }}
                />
              </label>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Whose record it is and when it arrived, since a reference says neither. */
function Person({ person }: { person: PersonRecords['people'][string] | undefined }) {
  return person && `${person.name || listWords.unreadable} · ${whenText(person.receivedAt)}`
}

/** Returns the distinct names of the people whose records would be erased, or the references without a readable name. */
function namesOf({ records, added, people }: Found): string {
  const names = [...records, ...added].map((reference) => people[reference]?.name || reference)
  return [...new Set(names)].join(', ')
}

/** A mandate is named by its transaction, and has no screen of its own. */
function RecordLink({ reference }: { reference: string }) {
  if (!kindOfReference(reference)) return words.transaction(reference)
  return (
    // In a new tab, so that the choices on this screen stay.
    <a href={recordPath(reference)} target="_blank" className="link font-semibold whitespace-nowrap digits">
      {reference}
    </a>
  )
}

interface WouldGoProps {
  preview: ErasurePreview
  /** The names of the people. */
  names: string
  busy: boolean
  erase(shown: ErasurePreview['counts']): void
}

function WouldGo({ preview, names, busy, erase }: WouldGoProps) {
  const { counts, liveMandates, agreements } = preview
  const warnings = [...liveMandates.map(words.mandate), ...(agreements > 0 ? [words.agreements] : [])]
  return (
    <div className="stack">
      <h3 className="font-semibold">{words.would}</h3>
      <Counts counts={Object.entries(counts).map(([name, count]) => [erasedNames[name] ?? name, count])} />
      {warnings.map((warning) => (
        <p key={warning} className="note">
          {warning}
        </p>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <SureButton sure={words.eraseSure(names)} busy={busy} onSure={() => erase(counts)}>
          {words.erase}
        </SureButton>
      </div>
    </div>
  )
}

interface CountsProps {
  counts: readonly (readonly [name: string, count: number])[]
}

/** Names with their numbers. */
export function Counts({ counts }: CountsProps) {
  return (
    <dl className="lines">
      {counts.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  )
}
