import type { Page } from 'playwright-core'
import type { Dictionary } from '#contract/messages/sentences.ts'
import { api, pages } from '#contract/paths.ts'
import type { Paper } from './documents.ts'
import { mailsFrom } from './enquiry.ts'
import { words } from './languages.ts'
import type { Server } from './server.ts'
import { callsOf, openForm, soon, valuesOf } from './test.ts'
import type { DocumentField } from '#contract/fields/application.ts'

const written = ['full_name', 'email', 'phone', 'date_of_birth', 'address'] as const
export type Written = Record<(typeof written)[number], string>

let people = 0

/** Returns a person who has not applied yet. */
export function newApplicant(): Written {
  people += 1
  return {
    full_name: `Farida Shaikh ${people}`,
    email: `farida.shaikh.${people}@example.in`,
    phone: String(9_800_000_000 + people),
    date_of_birth: '1996-05-23',
    address: '12, Ring Road\nSurat 395002',
  }
}

export type CareerForm = ReturnType<typeof careerForm>

/** The application form as a visitor finds it: by its labels, in the page's language. */
export function careerForm(page: Page, { applicationForm, documentNames }: Dictionary = words.en) {
  const field = (name: keyof Written | DocumentField) => {
    const label =
      name in documentNames
        ? documentNames[name as DocumentField]
        : applicationForm[name as keyof Written].label
    return page.getByLabel(new RegExp(`^${label}( \\*)?$`))
  }
  /** Everything under a file field's label: its button, the chosen file, its message. */
  const place = (name: DocumentField) => page.locator('fieldset div:has(> label)', { has: field(name) })
  /** The name of a chosen file, in its field. */
  const shown = (name: DocumentField, fileName: string) =>
    place(name).locator('[data-chosen] p').getByText(fileName, { exact: true })
  const calls = callsOf(page)
  return {
    field,
    place,
    shown,
    submit: page.getByRole('button', { name: applicationForm.submit }),
    toasts: page.locator('[data-toast]'),
    banner: page.locator('[data-banner]'),
    async fill(values: Partial<Written>) {
      for (const [name, value] of Object.entries(values)) await field(name as keyof Written).fill(value)
    },
    async choose(name: DocumentField, documentPart: Paper) {
      await field(name).setInputFiles(documentPart)
      await shown(name, documentPart.name).waitFor()
    },
    values: () => valuesOf(written, field),
    /** Returns the displayed names of the chosen files. */
    chosen: () => page.locator('[data-chosen] p > span:first-child').allInnerTexts(),
    /** How many applications were sent so far. */
    sent: () => calls(api.careerApplication).length,
  }
}

export async function openCareerForm(page: Page): Promise<CareerForm> {
  const form = careerForm(page)
  await openForm(page, pages.career)
  return form
}

/** Expects one e-mail to the agency for each stored application. */
export async function expectOneMail(site: Server, { full_name }: Written): Promise<void> {
  await soon(async () => (await mailsFrom(site, full_name)).length).toBe(1)
}
