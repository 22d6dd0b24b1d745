import { careerApplication, type CareerApplication } from '#contract/schemas/careers.ts'

export type WrittenValues = Record<keyof CareerApplication, string>

/** The fields that are typed, in the order they stand on the page. */
export const writtenFields = Object.keys(careerApplication.shape) as (keyof CareerApplication)[]

/** What stands in them: some browsers fill fields in, and programs do, without telling the form's code. */
export function writtenIn(element: HTMLFormElement): WrittenValues {
  const read = new FormData(element)
  const values = writtenFields.map((field) => [field, String(read.get(field) ?? '')])
  return Object.fromEntries(values) as WrittenValues
}
