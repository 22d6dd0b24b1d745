import { vacancyWords as words } from './words.ts'
import { staffPages } from '#contract/paths.ts'
import type { VacancyDetail } from '#contract/schemas/vacancies.ts'
import { problemOf, useSend } from '#web/features/staff/calls.ts'
import { SureButton } from '#web/features/staff/controls.tsx'
import { dayText } from '#web/features/staff/format.tsx'
import { moveTo, vacancyPath } from '#web/features/staff/router.tsx'
import { Problem } from '#web/features/staff/screen.tsx'
import { queryClient } from '#web/features/staff/session.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { CloseVacancy } from './close.tsx'

interface ActionsProps {
  vacancy: VacancyDetail
  /** Deletes the draft of what was typed. */
  forget(): void
}

/** The actions of a vacancy beside editing. */
export function Actions({ vacancy, forget }: ActionsProps) {
  const { reference, state, version, applicants } = vacancy
  const params = { reference }
  const extend = useSend('vacancies.extend', (now) => toast.success(words.extended(dayText(now.openUntil))))
  const copy = useSend('vacancies.create', (made) => {
    toast.success(words.copied(reference))
    moveTo(vacancyPath(made.reference))
  })
  const remove = useSend('vacancies.remove', () => {
    forget()
    toast.success(words.removed)
    moveTo(staffPages.vacancies)
    queryClient.removeQueries({ queryKey: ['vacancies.read', { params }] })
  })
  const isUnused = Object.keys(applicants).length === 0
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line pt-3">
      {state !== 'draft' && (
        <CloseVacancy
          vacancy={vacancy}
          then={() => toast.success(state === 'closed' ? words.settled : words.closed)}
        />
      )}
      {state === 'published' && (
        <ActionButton busy={extend.busy} onClick={() => extend.send({ params, body: { version } })}>
          {words.extend}
        </ActionButton>
      )}
      <ActionButton busy={copy.busy} onClick={() => copy.send({ body: { copyOf: reference } })}>
        {words.copy}
      </ActionButton>
      {state === 'draft' && isUnused && (
        <SureButton sure={words.removeSure} busy={remove.busy} onSure={() => remove.send({ params })}>
          {words.remove}
        </SureButton>
      )}
      <Problem>{problemOf(extend, copy, remove)}</Problem>
    </div>
  )
}
