import type { Page } from 'playwright-core'
import type { CareerApplication } from '#contract/schemas/careers.ts'
import { api, pages } from '#contract/paths.ts'
import type { Paper } from './documents.ts'
import { mailsFrom } from './enquiry.ts'
import type { Server } from './server.ts'
import { openForm, soon } from './test.ts'
import type { DocumentField } from '#contract/fields/application.ts'

export type Written = Pick<CareerApplication, 'full_name' | 'email' | 'phone' | 'date_of_birth' | 'address'>

let people = 0

/** Somebody who has not applied yet. */
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

const labels: Record<keyof Written | DocumentField, string> = {
  full_name: 'Full name *',
  email: 'Email *',
  phone: 'Phone Number *',
  date_of_birth: 'Date of birth *',
  address: 'Address',
  resume: 'Resume *',
  edu_certificate: 'Education certificate',
  aadhar_card: 'Aadhaar card',
  pan_card: 'PAN card',
}

export type CareerForm = ReturnType<typeof careerForm>

/** The application form as a visitor finds it: by its labels. */
export function careerForm(page: Page) {
  const field = (name: keyof Written | DocumentField) => page.getByLabel(labels[name], { exact: true })
  /** Everything under a file field's label: its button, the chosen file, its message. */
  const place = (name: DocumentField) => page.locator('fieldset div:has(> label)', { has: field(name) })
  /** The name of a chosen file, in its field. */
  const shown = (name: DocumentField, fileName: string) =>
    place(name).locator('[data-chosen] p').getByText(fileName, { exact: true })
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(api.careerApplication)) sent += 1
  })
  return {
    field,
    place,
    shown,
    submit: page.getByRole('button', { name: 'Submit' }),
    toasts: page.locator('[data-toast]'),
    banner: page.locator('[data-banner]'),
    async fill(values: Partial<Written>) {
      for (const [name, value] of Object.entries(values)) await field(name as keyof Written).fill(value)
    },
    async choose(name: DocumentField, documentPart: Paper) {
      await field(name).setInputFiles(documentPart)
      await shown(name, documentPart.name).waitFor()
    },
    async values(): Promise<Written> {
      const read = (name: keyof Written) => field(name).inputValue()
      return {
        full_name: await read('full_name'),
        email: await read('email'),
        phone: await read('phone'),
        date_of_birth: await read('date_of_birth'),
        address: await read('address'),
      }
    },
    /** Names of the chosen files as they are shown. */
    chosen: () => page.locator('[data-chosen] p > span:first-child').allInnerTexts(),
    /** How many applications were sent so far. */
    sent: () => sent,
  }
}

export async function openCareerForm(page: Page): Promise<CareerForm> {
  const form = careerForm(page)
  await openForm(page, pages.career)
  return form
}

/** The agency is sent one e-mail for each application that is stored. */
export async function expectOneMail(site: Server, { full_name }: Written): Promise<void> {
  await soon(async () => (await mailsFrom(site, full_name)).length).toBe(1)
}
