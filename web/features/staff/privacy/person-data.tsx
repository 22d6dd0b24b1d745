import type { Query } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { todayInIndia } from '#contract/dates.ts'
import { privacyWords as words } from '#contract/messages/staff-privacy.ts'
import {
  erasureDone,
  erasurePreview,
  subjectFile,
  type ErasurePreview,
  type PersonNamed,
} from '#contract/schemas/staff-privacy.ts'
import { readAnew, send, useAction } from '#web/features/staff/calls.ts'
import { saveFile } from '#web/features/staff/format.tsx'
import { Panel, Problem } from '#web/features/staff/screen.tsx'
import { Select } from '#web/features/staff/select.tsx'
import { queryClient } from '#web/features/staff/session.ts'
import { ActionButton, SubmitButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'

const ways = ['email', 'phone', 'reference'] as const

/** What would go, and of whom: something else may be typed meanwhile. */
interface Shown {
  named: PersonNamed
  preview: ErasurePreview
}

/** Everything about one person: as a file, or erased after what would go was shown. */
export function PersonData() {
  const [named, setNamed] = useState<PersonNamed>({ by: 'email', value: '' })
  const [shown, setShown] = useState<Shown>()
  const [said, setSaid] = useState('')
  const { isBusy, problem, errorOf, run } = useAction()
  function name(change: Partial<PersonNamed>) {
    setNamed({ ...named, ...change })
    setShown(undefined)
    setSaid('')
  }
  function save() {
    const call = () => send({ path: 'privacy/subject', body: named, schema: subjectFile })
    void run('save', call, (held) => {
      const file = new Blob([JSON.stringify(held, null, 2)], { type: 'application/json' })
      saveFile(file, `person-${todayInIndia()}.json`)
      setSaid(words.saved)
      readAnew('audit')
    })
  }
  function preview(event: SyntheticEvent) {
    event.preventDefault()
    setSaid('')
    const call = () => send({ path: 'privacy/erasure/preview', body: named, schema: erasurePreview })
    void run('preview', call, (preview) => setShown({ named, preview }))
  }
  function erase({ named: who, preview: { counts: seen } }: Shown) {
    const body = { ...who, shown: seen }
    const call = () => send({ path: 'privacy/erasure', body, schema: erasureDone })
    void run('erase', call, ({ counts, filesLeft }) => {
      name({ value: '' })
      const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
      setSaid([words.erased(rows), ...(filesLeft > 0 ? [words.filesLeft(filesLeft)] : [])].join(' '))
      // What was read of the person goes from the browser too, and this screen's own lists are read anew.
      const isRead = ({ queryKey }: Query) => queryKey[0] !== 'me'
      queryClient.removeQueries({ type: 'inactive', predicate: isRead })
      void queryClient.invalidateQueries({ predicate: isRead })
    })
  }
  return (
    <Panel title={words.person}>
      <form className="desk-stack" onSubmit={preview} noValidate>
        <Select
          label={words.by}
          value={named.by}
          choices={ways.map((way) => [way, words.ways[way]])}
          choose={(chosen) => name({ by: ways.find((way) => way === chosen) ?? 'email' })}
        />
        <TextField
          label={words.valueLabel}
          autoComplete="off"
          value={named.value}
          error={errorOf('value')}
          onChange={({ currentTarget }) => name({ value: currentTarget.value })}
        />
        <div className="desk-actions">
          <ActionButton busy={isBusy('save')} onClick={save}>
            {words.file}
          </ActionButton>
          <SubmitButton busy={isBusy('preview')}>{words.preview}</SubmitButton>
        </div>
      </form>
      <Problem>{!errorOf('value') && problem}</Problem>
      {shown && <WouldGo preview={shown.preview} busy={isBusy('erase')} erase={() => erase(shown)} />}
      <p role="status">{said}</p>
    </Panel>
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

interface CountsProps {
  counts: readonly (readonly [name: string, count: number])[]
}

/** Names with their numbers. */
export function Counts({ counts }: CountsProps) {
  return (
    <dl className="desk-lines">
      {counts.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  )
}
