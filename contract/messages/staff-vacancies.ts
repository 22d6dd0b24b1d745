import type { RejectionReason } from '#contract/schemas/vacancies.ts'

/** Why a person was rejected at a vacancy; the person is told none of these. */
export const rejectionNames: Record<RejectionReason, string> = {
  experience: 'Not enough experience',
  qualification: 'Qualification does not fit',
  place: 'Lives too far away',
  pay: 'Expects other pay',
  availability: 'Not available in time',
  filled: 'Somebody else was placed',
  no_answer: 'Does not answer',
  other: 'Another reason',
}

/** What the desk says of vacancies. */
export const vacancyMessages = {
  changedMeanwhile: 'Somebody else has changed this vacancy. It is shown here as it is now.',
  candidateChanged: 'Somebody else has moved this person meanwhile. Please look again.',
  notWhole: 'Something is missing for publishing.',
  notPublished: 'This vacancy is not published.',
  notDraft: 'Only a draft to which nobody applied can be deleted.',
  noSuchVacancy: 'There is no vacancy with this reference.',
} as const
