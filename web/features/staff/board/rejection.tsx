import { useRef, useState } from 'react'
import { recordWords } from '#web/features/staff/record/words.ts'
import { rejectionNames } from '#contract/messages/staff-vacancies.ts'
import { vacancyWords as words } from '#web/features/staff/vacancies/words.ts'
import { deskWords } from '#web/features/staff/words.ts'
import { type RejectionReason, rejectionReasons } from '#contract/schemas/staff-records.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { Form, Select } from '#web/ui/field.tsx'
import { Modal, ModalClose } from '#web/ui/modal.tsx'

interface ReasonSelectProps {
  /** Empty until one is chosen. */
  value: RejectionReason | ''
  choose(reason: RejectionReason | ''): void
  hint?: string
  disabled?: boolean
}

/** Why somebody is rejected; no reason is preselected. */
export function ReasonSelect({ choose, ...select }: ReasonSelectProps) {
  return (
    <Select
      label={words.reason}
      choices={[
        ['', recordWords.chooseReason],
        ...rejectionReasons.map((one) => [one, rejectionNames[one]] as const),
      ]}
      choose={(chosen) => choose(rejectionReasons.find((one) => one === chosen) ?? '')}
      {...select}
    />
  )
}

/** Asks for the reason before a person is rejected; without an answer they are not. */
export function useRejection() {
  const [name, setName] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState<RejectionReason | ''>('')
  const given = useRef<RejectionReason>(undefined)
  const answer = useRef<(reason: RejectionReason | undefined) => void>(undefined)
  const cameFrom = useRef<HTMLElement | null>(null)
  const form = useRef<HTMLFormElement>(null)

  function ask(card: { name: string; reference: string }): Promise<RejectionReason | undefined> {
    const { activeElement } = document
    cameFrom.current = activeElement instanceof HTMLElement ? activeElement : null
    given.current = undefined
    setReason('')
    setName(card.name || card.reference)
    setOpen(true)
    return new Promise((resolve) => {
      answer.current = resolve
    })
  }
  function submit() {
    if (!reason) return
    given.current = reason
    setOpen(false)
  }
  const dialog = (
    <Modal
      open={isOpen}
      onClose={() => setOpen(false)}
      onClosed={() => answer.current?.(given.current)}
      title={words.rejectTitle(name)}
      description={words.rejectMore}
      initialFocus={form}
      finalFocus={() => cameFrom.current ?? false}
    >
      <Form ref={form} tabIndex={-1} className="mt-4 grid gap-4" submit={submit}>
        <ReasonSelect value={reason} choose={setReason} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton busy={false} disabled={!reason}>
            {words.reject}
          </SubmitButton>
          <ModalClose>{deskWords.cancel}</ModalClose>
        </div>
      </Form>
    </Modal>
  )
  return { ask, dialog }
}
