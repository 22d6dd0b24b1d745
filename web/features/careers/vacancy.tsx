import { createPortal } from 'react-dom'
import { api } from '#contract/paths.ts'
import { vacancyNamed, type VacancyNamed } from '#contract/schemas/vacancy-named.ts'
import { careerMessages } from '#messages/career-answers.ts'
import { applicationForm } from '#messages/careers.ts'
import { getJson } from '#web/lib/api.ts'
import { langOf } from '#web/lib/page.ts'

/** Returns what the server says of a vacancy; undefined if it does not answer. */
export async function askForVacancy(
  reference: string,
  signal: AbortSignal,
): Promise<VacancyNamed | undefined> {
  const answer = await getJson({
    schema: vacancyNamed,
    url: api.vacancy + reference,
    fallback: careerMessages.failed,
    signal,
  })
  return answer.ok ? answer.body.data : undefined
}

/** The vacancy that is applied for, until it is removed; above all other messages of the form. */
export function VacancyPanel({ title, isOpen, onDrop }: VacancyNamed & { onDrop(): void }) {
  const place = document.getElementById('applied-for')
  const panel = (
    <div data-vacancy className="rounded-card border border-line bg-panel px-5 py-4">
      <p className="text-quiet">{applicationForm.applyFor}</p>
      <p lang={langOf(title)} className="font-semibold wrap-anywhere">
        {title}
      </p>
      {!isOpen && <p className="mt-1">{applicationForm.vacancyClosed}</p>}
      <button type="button" className="link mt-1 min-h-12 cursor-pointer" onClick={onDrop}>
        {applicationForm.withoutVacancy}
      </button>
    </div>
  )
  return place ? createPortal(panel, place) : panel
}
