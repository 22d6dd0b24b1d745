import type { Page } from 'playwright-core'
import { debitPeriod } from '#contract/dates.ts'
import { mandateTokenResponse, newConsumerId, newTransactionId } from '#contract/mandates.ts'
import { api, recordPages, sandbox } from '#contract/paths.ts'
import { photoField, photoFile, registrationResponse } from '#contract/records.ts'
import { account, linkIn, newPerson, prove, settle, type Person } from './mandate.ts'
import { jpeg } from './papers.ts'
import type { Server } from './server.ts'
import type { Open } from './test.ts'

export interface Registered {
  person: Person
  /** The path of the page that mends a mandate, with this record's id. */
  path: string
  transactionId: string
}

/** Somebody whose registration went through, made by the calls that the wizard makes. */
export async function register({ open, site }: { open: Open; site: Server }): Promise<Registered> {
  const page = await open()
  const registered = await registerIn(page, site)
  await page.context().close()
  return registered
}

/** The same, in the session of the page. */
export async function registerIn(page: Page, site: Server): Promise<Registered> {
  const person = newPerson()
  const filled = await prove(page, site, person)
  const { start, end } = debitPeriod()
  const order = {
    ...account,
    maxAmount: '5000',
    debitStartDate: start,
    debitEndDate: end,
    consumerId: newConsumerId(),
    transactionId: newTransactionId(),
  }
  const token = mandateTokenResponse.parse(await post(page, api.generateMandateToken, order))
  await post(page, sandbox.authorise, { config: token.checkout.config, decision: '0398' })
  const { buffer } = await jpeg(photoFile.name)
  const multipart = {
    ...filled,
    ...order,
    aadhaar_no: person.aadhaar,
    phone: person.phone,
    email: person.email,
    mandateRegNo: '970000001',
    responseCode: '0398',
    responseMessage: 'initiated',
    responseStatus: 'Initiated',
    [photoField]: { name: photoFile.name, mimeType: photoFile.type, buffer },
  }
  const answer = await page.request.post(api.registerExecutive, { multipart })
  const [record] = registrationResponse.parse(await answer.json()).data
  return { person, path: recordPages.mandateFailure + record?._id, transactionId: order.transactionId }
}

/** The same, of whom the bank said no afterwards; the path is the one in the e-mail that they were sent. */
export async function registerAndFail({ open, site }: { open: Open; site: Server }): Promise<Registered> {
  const registered = await register({ open, site })
  await settle(site, registered.transactionId, 'Failed')
  const path = await linkIn(site, registered.person.email, recordPages.mandateFailure)
  return { ...registered, path }
}

async function post(page: Page, url: string, data: object): Promise<unknown> {
  const answer = await page.request.post(url, { data })
  if (!answer.ok()) throw new Error(`${url}: ${await answer.text()}`)
  return answer.json()
}
