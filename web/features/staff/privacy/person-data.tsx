import type { Query } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { todayInIndia } from '#contract/dates.ts'
import { deskWords } from '#contract/messages/staff.ts'
import { privacyWords as words } from '#contract/messages/staff-privacy.ts'
import { staffApi } from '#contract/paths.ts'
import {
  erasureDone,
  erasurePreview,
  subjectFile,
  type ErasurePreview,
  type PersonNamed,
} from '#contract/schemas/staff-privacy.ts'
import { saveFile } from '#web/features/staff/format.ts'
import { Labelled } from '#web/features/staff/labelled.tsx'
import { queryClient } from '#web/features/staff/session.ts'
import { useAction } from '#web/features/staff/use-action.ts'
import { postForJson } from '#web/lib/api.ts'
import { ActionButton, SubmitButton } from '#web/ui/button.tsx'
import { ErrorLine, TextField } from '#web/ui/field.tsx'
import { Counts } from './counts.tsx'

const folder = `${staffApi}/privacy`
const fallback = deskWords.failed
const ways = ['email', 'phone', 'reference'] as const

/** Everything about one person: as a file, or erased after what would go was shown. */
export function PersonData() {
  const [named, setNamed] = useState<PersonNamed>({ by: 'email', value: '' })
  const [shown, setShown] = useState<ErasurePreview>()
  const [said, setSaid] = useState('')
  const { busy, problem, errorOf, run } = useAction()
  function name(change: Partial<PersonNamed>) {
    setNamed({ ...named, ...change })
    setShown(undefined)
    setSaid('')
  }
  function save() {
    const ask = { url: `${folder}/subject`, body: named, schema: subjectFile, fallback }
    void run(
      'save',
      () => postForJson(ask),
      (held) => {
        const file = new Blob([JSON.stringify(held, null, 2)], { type: 'application/json' })
        saveFile(file, `person-${todayInIndia()}.json`)
        setSaid(words.saved)
        void queryClient.invalidateQueries({ queryKey: ['audit'] })
      },
    )
  }
  function preview(event: SyntheticEvent) {
    event.preventDefault()
    setSaid('')
    const ask = { url: `${folder}/erasure/preview`, body: named, schema: erasurePreview, fallback }
    void run('preview', () => postForJson(ask), setShown)
  }
  function erase() {
    const body = { ...named, shown: shown?.counts }
    const ask = { url: `${folder}/erasure`, body, schema: erasureDone, fallback }
    void run(
      'erase',
      () => postForJson(ask),
      ({ counts, filesLeft }) => {
        name({ value: '' })
        const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
        setSaid([words.erased(rows), ...(filesLeft > 0 ? [words.filesLeft(filesLeft)] : [])].join(' '))
        // What was read of the person goes from the browser too, and this screen's own lists are read anew.
        const isRead = ({ queryKey }: Query) => queryKey[0] !== 'me'
        queryClient.removeQueries({ type: 'inactive', predicate: isRead })
        void queryClient.invalidateQueries({ predicate: isRead })
      },
    )
  }
  return (
    <section className="desk-panel desk-stack" aria-labelledby="person-data">
      <h2 id="person-data">{words.person}</h2>
      <form className="desk-stack" onSubmit={preview} noValidate>
        <WaySelect chosen={named.by} onChoose={(by) => name({ by })} />
        <TextField
          label={words.valueLabel}
          autoComplete="off"
          value={named.value}
          error={errorOf('value')}
          onChange={({ currentTarget }) => name({ value: currentTarget.value })}
        />
        <div className="desk-actions">
          <ActionButton busy={busy === 'save'} onClick={save}>
            {words.file}
          </ActionButton>
          <SubmitButton busy={busy === 'preview'}>{words.preview}</SubmitButton>
        </div>
      </form>
      <div role="alert">{problem && !errorOf('value') && <ErrorLine>{problem}</ErrorLine>}</div>
      {shown && <WouldGo preview={shown} busy={busy === 'erase'} erase={erase} />}
      <p role="status">{said}</p>
    </section>
  )
}

type Way = PersonNamed['by']

function WaySelect({ chosen, onChoose }: { chosen: Way; onChoose(way: Way): void }) {
  return (
    <Labelled label={words.by}>
      {(id) => (
        <select
          id={id}
          className="desk-control"
          value={chosen}
          onChange={({ currentTarget }) =>
            onChoose(ways.find((way) => way === currentTarget.value) ?? 'email')
          }
        >
          {ways.map((way) => (
            <option key={way} value={way}>
              {words.ways[way]}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

interface WouldGoProps {
  preview: ErasurePreview
  busy: boolean
  erase(): void
}

function WouldGo({ preview: { counts, liveMandates, agreements, related }, busy, erase }: WouldGoProps) {
  const going = Object.entries(counts)
  if (going.length === 0) return <p>{words.nothing}</p>
  const others = Object.entries(related).map(([table, count]) => `${count} ${table}`)
  const warnings = [
    ...liveMandates.map(words.mandate),
    ...(agreements > 0 ? [words.agreements] : []),
    ...(others.length > 0 ? [words.related(others.join(', '))] : []),
  ]
  return (
    <div className="desk-stack">
      <h3 className="font-semibold">{words.would}</h3>
      <Counts counts={going} />
      {warnings.map((warning) => (
        <p key={warning} className="desk-note">
          {warning}
        </p>
      ))}
      <div className="desk-actions">
        <ActionButton busy={busy} onClick={erase}>
          {words.erase}
        </ActionButton>
      </div>
    </div>
  )
}
