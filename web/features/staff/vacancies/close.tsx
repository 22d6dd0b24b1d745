import { useRef, useState } from 'react'
import { closingNames, vacancyWords } from '#contract/messages/staff-vacancies.ts'
import { deskWords } from '#contract/messages/staff.ts'
import type { VacancyDetail } from '#contract/schemas/vacancies.ts'
import { useSend } from '#web/features/staff/calls.ts'
import { Form, Select } from '#web/ui/field.tsx'
import { Problem } from '#web/features/staff/screen.tsx'
import { ActionButton, SubmitButton } from '#web/ui/button.tsx'
import { Modal, ModalClose } from '#web/ui/modal.tsx'

const reasons = ['filled', 'withdrawn'] as const

interface CloseVacancyProps {
  reference: string
  /** That was seen. */
  version: number
  /** How many people were placed at it. */
  placed: number
  then(vacancy: VacancyDetail): void
}

/** Closes a vacancy once it is said why. */
export function CloseVacancy({ reference, version, placed, then }: CloseVacancyProps) {
  const [isOpen, setOpen] = useState(false)
  const [as, setAs] = useState<(typeof reasons)[number]>('withdrawn')
  const form = useRef<HTMLFormElement>(null)
  const close = useSend('vacancies.close', (vacancy) => {
    setOpen(false)
    then(vacancy)
  })
  const button = useRef<HTMLElement | null>(null)
  function open() {
    button.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setAs(placed > 0 ? 'filled' : 'withdrawn')
    setOpen(true)
  }
  return (
    <>
      <ActionButton onClick={open}>{vacancyWords.close}</ActionButton>
      <Modal
        open={isOpen}
        onClose={() => setOpen(false)}
        title={vacancyWords.close}
        description={vacancyWords.closeMore}
        initialFocus={form}
        finalFocus={() => (button.current?.isConnected ? button.current : false)}
      >
        <Form
          ref={form}
          tabIndex={-1}
          className="mt-4 grid gap-4"
          submit={() => close.send({ params: { reference }, body: { version, as } })}
        >
          <Select
            label={vacancyWords.closeAs}
            value={as}
            choices={reasons.map((reason) => [reason, closingNames[reason]] as const)}
            choose={(reason) => setAs(reasons.find((one) => one === reason) ?? 'withdrawn')}
          />
          <Problem>{close.problem}</Problem>
          <div className="flex flex-wrap gap-3">
            <SubmitButton busy={close.busy}>{vacancyWords.close}</SubmitButton>
            <ModalClose>{deskWords.cancel}</ModalClose>
          </div>
        </Form>
      </Modal>
    </>
  )
}
