import { mkdtemp, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { careerMessages } from '#contract/messages/careers.ts'
import { enquiryMessages } from '#contract/messages/enquiries.ts'
import { pages } from '#contract/paths.ts'
import { newApplicant, storedOf } from '#tests/support/e2e/career.ts'
import { mailsFrom } from '#tests/support/e2e/enquiry.ts'
import { jpeg, pdf, type Paper } from '#tests/support/e2e/documents.ts'
import { expect, soon } from '#tests/support/e2e/test.ts'
import { button, click, field, fillAll, see, words, type Visitor } from './visitor.ts'

const awake = '//form[@data-awake]'
let visitors = 0

export async function sendEnquiry({ tab, site }: Visitor): Promise<void> {
  visitors += 1
  const name = `Meera Desai ${visitors}`
  await tab.open(site.url + pages.contact)
  await see(tab, awake)
  await fillAll(tab, {
    Name: name,
    Email: 'meera.desai@example.in',
    'Phone Number': '9876543210',
    Enquiry: 'We look for two night nurses in Surat.\nWhen can we talk?',
  })
  await click(tab, button('Submit'))
  await see(tab, words(enquiryMessages.sent))
  await soon(async () => (await mailsFrom(site, name)).length).toBe(1)
}

export async function applyWithDocuments({ tab, site }: Visitor): Promise<void> {
  const person = newApplicant()
  await tab.open(site.url + pages.career)
  await see(tab, awake)
  await fillAll(tab, {
    'Full name *': person.full_name,
    'Email *': person.email,
    'Phone Number *': person.phone,
    'Date of birth *': person.date_of_birth,
    Address: person.address,
  })
  const documents = {
    'Resume *': pdf('resume.pdf'),
    'Education certificate': pdf('degree.pdf'),
    'Aadhaar card': await jpeg('aadhaar masked.jpg'),
    'PAN card': await jpeg('pan.jpeg'),
  }
  for (const [label, paper] of Object.entries(documents)) {
    await tab.attach(field(label), await onDisk(paper))
    await see(tab, words(paper.name))
  }
  await click(tab, button('Submit'))
  await see(tab, words(careerMessages.sent))
  const [stored] = await storedOf(site, person.full_name)
  expect(stored).toMatchObject(person)
  expect(stored?.documents.match(/\((pdf|jpg)/g)).toHaveLength(4)
}

async function onDisk({ name, buffer }: Paper): Promise<string> {
  const file = path.join(await mkdtemp(path.join(os.tmpdir(), 'journey-')), name)
  await writeFile(file, buffer)
  return file
}
