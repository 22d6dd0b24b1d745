import { useState } from 'react'
import { rejectionNames } from '#contract/messages/staff-vacancies.ts'
import { vacancyWords as words } from './words.ts'
import { deskWords } from '#web/features/staff/words.ts'
import { staffPages } from '#contract/paths.ts'
import type { Candidate } from '#contract/schemas/vacancies.ts'
import { useCall, usePages, useSend } from '#web/features/staff/calls.ts'
import { Form, Select } from '#web/ui/field.tsx'
import { dayText, StatusMark } from '#web/features/staff/format.tsx'
import { Link, vacancyBoardPath, vacancyPath } from '#web/features/staff/router.tsx'
import { Loaded, More, Panel, Problem, Said } from '#web/features/staff/screen.tsx'
import { queryClient, useMay } from '#web/features/staff/session.ts'
import { todayInIndia } from '#contract/dates.ts'
import { ActionButton, SubmitButton } from '#web/ui/button.tsx'
import { VacancyState } from './list-screen.tsx'

/** On the record of an enquiry: the vacancies that came from it, and a new one. */
export function VacanciesOfEnquiry({ reference }: { reference: string }) {
  const may = useMay('vacancies.create')
  const list = usePages(
    'vacancies.list',
    { query: { enquiry: reference } },
    { cursor: 'after', list: 'rows' },
  )
  const rows = list.data ?? []
  if (!may && rows.length === 0) return null
  return (
    <Panel title={words.ofPerson}>
      {rows.length > 0 && (
        <ul className="lines">
          {rows.map((row) => (
            <li key={row.reference}>
              <Link href={vacancyPath(row.reference)} className="min-w-0">
                <span className="link">{row.title || words.untitled}</span>{' '}
                <span className="font-semibold whitespace-nowrap digits text-label">{row.reference}</span>
              </Link>
              <VacancyState {...row} />
            </li>
          ))}
        </ul>
      )}
      {may && (
        <p className="print:hidden">
          <Link href={`${staffPages.vacancies}/new?enquiry=${reference}`} className="link">
            {words.fromEnquiry}
          </Link>
        </p>
      )}
    </Panel>
  )
}

/** The vacancies of an application's person. */
export function VacanciesOfPerson({ reference }: { reference: string }) {
  const params = { reference }
  const query = useCall('candidates.list', { params })
  const may = useMay('candidates.add')
  const [isAdding, setAdding] = useState(false)
  const [said, setSaid] = useState('')
  return (
    <Panel
      title={words.ofPerson}
      actions={
        may &&
        !isAdding && (
          <ActionButton
            onClick={() => {
              setSaid('')
              setAdding(true)
            }}
          >
            {words.add}
          </ActionButton>
        )
      }
    >
      <Loaded query={query}>
        {({ candidates }) =>
          candidates.length === 0 ? (
            <p className="text-quiet">{words.ofPersonNone}</p>
          ) : (
            <ul className="lines">
              {candidates.map((candidate) => (
                <AtVacancy key={candidate.id} candidate={candidate} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding && (
        <AddForm
          reference={reference}
          there={query.data?.candidates ?? []}
          then={(title) => {
            setAdding(false)
            if (title !== undefined) setSaid(words.added(title))
          }}
        />
      )}
      <Said>{said}</Said>
    </Panel>
  )
}

function AtVacancy({ candidate }: { candidate: Candidate }) {
  const { vacancy, title, stage, reason, changedAt, isClosed } = candidate
  return (
    <li>
      <Link href={vacancyBoardPath(vacancy)} className="min-w-0">
        <span className="link">{title || words.untitled}</span>{' '}
        <span className="font-semibold whitespace-nowrap digits text-label">{vacancy}</span>
      </Link>
      <span>
        <StatusMark status={stage} />{' '}
        <span className="text-quiet">
          {isClosed && `${words.isClosed} · `}
          {reason && `${rejectionNames[reason]} · `}
          {words.since(dayText(todayInIndia(Date.parse(changedAt))))}
        </span>
      </span>
    </li>
  )
}

interface AddFormProps {
  /** The application's reference. */
  reference: string
  there: readonly Candidate[]
  /** Called with the title of the vacancy if the person was added to one. */
  then(title?: string): void
}

/** Chooses one of the published vacancies where the person is no candidate yet. */
function AddForm({ reference, there, then }: AddFormProps) {
  const open = { query: { state: 'published' as const } }
  const list = usePages('vacancies.list', open, { cursor: 'after', list: 'rows' })
  const [chosen, setChosen] = useState('')
  const params = { reference }
  const add = useSend('candidates.add', (answer, { body }) => {
    queryClient.setQueryData(['candidates.list', { params }], answer)
    then(answer.candidates.find(({ vacancy }) => vacancy === body.vacancy)?.title ?? '')
  })
  const submit = () => chosen && add.send({ params, body: { vacancy: chosen } })
  return (
    <Form className="stack" submit={submit}>
      <Loaded query={list}>
        {(rows) => {
          const offered = rows.filter((row) => !there.some(({ vacancy }) => vacancy === row.reference))
          if (offered.length === 0 && !list.hasNextPage) return <p className="text-quiet">{words.noneOpen}</p>
          return (
            <Select
              label={words.addTo}
              autoFocus
              value={chosen}
              choices={[
                ['', words.choose],
                ...offered.map(
                  (row) => [row.reference, `${row.title} · ${row.place} · ${row.reference}`] as const,
                ),
              ]}
              choose={setChosen}
            />
          )
        }}
      </Loaded>
      <More list={list} words={words.more} />
      <div className="flex flex-wrap items-center gap-2">
        <SubmitButton busy={add.busy} disabled={!chosen}>
          {words.addNow}
        </SubmitButton>
        <ActionButton onClick={() => then()}>{deskWords.cancel}</ActionButton>
      </div>
      <Problem>{add.problem}</Problem>
    </Form>
  )
}
