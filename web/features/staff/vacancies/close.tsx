import { useRef, useState } from 'react'
import { languages } from '#contract/messages/languages.ts'
import { closingNames, vacancyWords as words } from './words.ts'
import { deskWords } from '#web/features/staff/words.ts'
import { statusNames } from '#contract/messages/staff.ts'
import type { RejectionReason } from '#contract/schemas/staff-records.ts'
import {
  type ClosingPeople,
  stillAt,
  type VacancyDetail,
  type VacancyRow,
} from '#contract/schemas/vacancies.ts'
import { useCall, useSend } from '#web/features/staff/calls.ts'
import { ReasonSelect } from '#web/features/staff/board/rejection.tsx'
import { Form, Select } from '#web/ui/field.tsx'
import { Loaded, Problem } from '#web/features/staff/screen.tsx'
import { ActionButton, SubmitButton } from '#web/ui/button.tsx'
import { Modal, ModalClose } from '#web/ui/modal.tsx'

const reasons = ['filled', 'withdrawn'] as const

interface CloseVacancyProps {
  /** The vacancy as it was shown. */
  vacancy: Pick<VacancyRow, 'reference' | 'version' | 'placed' | 'state' | 'applicants'>
  then(vacancy: VacancyDetail): void
}

/** Returns how many active candidates a vacancy has. */
function stillThere(applicants: VacancyRow['applicants']): number {
  return stillAt.reduce((sum, stage) => sum + (applicants[stage] ?? 0), 0)
}

/**
 * Closes a vacancy, with a reason and a decision about its active candidates. For one that is closed already, only
 * the candidates are decided.
 */
export function CloseVacancy({ vacancy, then }: CloseVacancyProps) {
  const { reference, version, placed, state, applicants } = vacancy
  const [isOpen, setOpen] = useState(false)
  const [as, setAs] = useState<(typeof reasons)[number]>('withdrawn')
  const [people, setPeople] = useState<People>(stay)
  const form = useRef<HTMLFormElement>(null)
  const close = useSend('vacancies.close', (closed) => {
    setOpen(false)
    then(closed)
  })
  const button = useRef<HTMLElement | null>(null)
  const isClosed = state === 'closed'
  if (isClosed && stillThere(applicants) === 0) return null
  function open() {
    button.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setAs(placed > 0 ? 'filled' : 'withdrawn')
    setPeople(stay)
    setOpen(true)
  }
  const { tell, reject, reason } = people
  const [name, more] = isClosed ? [words.settle, words.settleMore] : [words.close, words.closeMore]
  const isUnfinished = reject ? reason === '' : isClosed && !tell
  return (
    <>
      <ActionButton onClick={open}>{name}</ActionButton>
      <Modal
        open={isOpen}
        onClose={() => setOpen(false)}
        title={name}
        description={more}
        initialFocus={form}
        finalFocus={() => (button.current?.isConnected ? button.current : false)}
      >
        <Form
          ref={form}
          tabIndex={-1}
          className="mt-4 grid gap-4"
          submit={() =>
            isUnfinished ||
            close.send({
              params: { reference },
              body: { version, as, tell, ...(reject && reason ? { reason } : {}) },
            })
          }
        >
          {!isClosed && (
            <Select
              label={words.closeAs}
              value={as}
              choices={reasons.map((one) => [one, closingNames[one]] as const)}
              choose={(chosen) => setAs(reasons.find((one) => one === chosen) ?? 'withdrawn')}
            />
          )}
          <PeopleAtIt reference={reference} people={people} set={setPeople} />
          <Problem>{close.problem}</Problem>
          <div className="flex flex-wrap gap-3">
            <SubmitButton busy={close.busy} disabled={isUnfinished}>
              {name}
            </SubmitButton>
            <ModalClose>{deskWords.cancel}</ModalClose>
          </div>
        </Form>
      </Modal>
    </>
  )
}

/** What happens to the candidates. */
interface People {
  tell: boolean
  reject: boolean
  /** Why they are rejected; empty until it is chosen. */
  reason: RejectionReason | ''
}
const stay: People = { tell: false, reject: false, reason: '' }

interface PeopleProps {
  people: People
  set(people: People): void
}

/** The active candidates by stage, and a preview of the mail in each of their languages. */
function PeopleAtIt({ reference, people, set }: PeopleProps & { reference: string }) {
  const query = useCall('vacancies.closing', { params: { reference } })
  return (
    <Loaded query={query}>
      {(closing) => stillThere(closing.people) > 0 && <Choices closing={closing} people={people} set={set} />}
    </Loaded>
  )
}

const box = 'size-5 shrink-0 accent-accent'

function Choices({ closing, people, set }: PeopleProps & { closing: ClosingPeople }) {
  const { tell, reject, reason } = people
  const stages = stillAt.flatMap((stage) => {
    const count = closing.people[stage] ?? 0
    return count > 0 ? [words.atStage(statusNames[stage], count)] : []
  })
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="font-semibold">{words.stillAt(stillThere(closing.people))}</legend>
      <p className="text-quiet">{stages.join(' · ')}</p>
      <label className="inline-flex min-h-10 items-center gap-2">
        <input
          type="checkbox"
          className={box}
          checked={tell}
          onChange={({ currentTarget }) => set({ ...people, tell: currentTarget.checked })}
        />
        {words.tellAll}
      </label>
      {tell && <Mails mails={closing.mails} />}
      <label className="inline-flex min-h-10 items-center gap-2">
        <input
          type="checkbox"
          className={box}
          checked={reject}
          onChange={({ currentTarget }) => set({ ...people, reject: currentTarget.checked })}
        />
        {words.rejectAll}
      </label>
      {reject && <ReasonSelect value={reason} choose={(chosen) => set({ ...people, reason: chosen })} />}
      <p className="text-small text-quiet">{words.leave}</p>
    </fieldset>
  )
}

function Mails({ mails }: Pick<ClosingPeople, 'mails'>) {
  return mails.map(({ language, count, subject, text }) => (
    <div key={language} className="min-w-0">
      <p className="text-small">{words.mailIn(languages[language].english, count)}</p>
      <pre
        className="max-h-60 overflow-y-auto rounded-control border border-line bg-paper px-4 py-3 font-[inherit] wrap-anywhere whitespace-pre-wrap"
        lang={languages[language].tag}
        tabIndex={0}
      >
        <strong>{subject}</strong>
        {`\n\n${text}`}
      </pre>
    </div>
  ))
}
