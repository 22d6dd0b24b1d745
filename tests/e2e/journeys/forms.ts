import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { careerMessages } from '#contract/messages/en/career-answers.ts'
import { enquiryMessages } from '#contract/messages/en/enquiries.ts'
import { pages, recordPages } from '#contract/paths.ts'
import { newApplicant } from '#tests/support/e2e/career.ts'
import { jpeg, pdf } from '#tests/support/e2e/documents.ts'
import { mailsFrom } from '#tests/support/e2e/enquiry.ts'
import { linkIn } from '#tests/support/e2e/mandate.ts'
import { register, registerAndFail } from '#tests/support/e2e/registered.ts'
import { PHONE, soon } from '#tests/support/e2e/test.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { accept, decide } from './registration.ts'
import {
  button,
  click,
  field,
  fillAll,
  isAt,
  openedWindow,
  see,
  untilFocused,
  type Visitor,
  words,
} from './visitor.ts'

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
  await using folder = await temporaryFolder()
  for (const [label, { name, buffer }] of Object.entries(documents)) {
    const file = path.join(folder.path, name)
    await writeFile(file, buffer)
    await tab.attach(field(label), file)
    await see(tab, words(name))
  }
  await click(tab, button('Submit'))
  await see(tab, words(careerMessages.sent))
  await soon(async () => (await mailsFrom(site, person.full_name)).length).toBe(1)
}

/** Follows the mailed link of a registered person: the agreement is read and accepted. */
export async function acceptAgreement({ tab, site }: Visitor): Promise<void> {
  const { person } = await register(site)
  await tab.open(site.url + (await linkIn(site, person.email, recordPages.signAgreement)))
  await accept(tab, 'Agreement signed successfully')
}

/** Follows the mailed link of a person whose mandate failed. */
export async function mendMandate(visitor: Visitor): Promise<void> {
  const { tab, site } = visitor
  const { path } = await registerAndFail(site)
  await tab.open(site.url + path)
  await see(tab, field('IFSC Code'))
  await click(tab, button('Submit'))
  await decide(await openedWindow(visitor), 'Authorise')
  await see(tab, words('Mandate Update Successfully'))
  await isAt(tab, pages.home)
}

const menu = '//dialog[@open]'

/** Uses the menu over the whole screen on a phone, the links in the bar on a desktop. */
export async function useMenu({ tab, site }: Visitor): Promise<void> {
  await tab.open(site.url + pages.home)
  const isPhone = (await tab.run(() => innerWidth)) === PHONE
  if (isPhone) {
    await click(tab, button('Menu'))
    await untilFocused(tab, menu + button('Close'))
    await tab.press('Escape')
    await untilFocused(tab, button('Menu'))
    await tab.press('Enter')
  }
  await click(tab, `${isPhone ? menu : '//header'}//a[normalize-space()="Services"]`)
  await isAt(tab, pages.services)
}
