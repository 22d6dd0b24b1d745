import { request, type APIRequestContext } from 'playwright-core'
import { mandateTokenResponse, newConsumerId, newTransactionId } from '#contract/schemas/mandates.ts'
import { photoField, photoFile, registrationResponse } from '#contract/schemas/registrations.ts'
import { debitPeriod } from '#contract/dates.ts'
import { api, recordPages, sandbox } from '#contract/paths.ts'
import { account, linkIn, newPerson, prove, settle, type Person } from './mandate.ts'
import { jpeg } from './documents.ts'
import type { Server } from './server.ts'

export interface Registered {
  person: Person
  /** The path of the page that mends a mandate, with this record's id. */
  path: string
  transactionId: string
}

/** Somebody whose registration went through, made by the calls that the wizard makes. */
export async function register(site: Server): Promise<Registered> {
  const calls = await request.newContext({ baseURL: site.url })
  const registered = await registerIn(calls, site)
  await calls.dispose()
  return registered
}

/** The same, in the session that the calls are made in. */
export async function registerIn(calls: APIRequestContext, site: Server): Promise<Registered> {
  const person = newPerson()
  const filled = await prove(calls, site, person)
  const { start, end } = debitPeriod()
  const order = {
    ...account,
    maxAmount: '5000',
    debitStartDate: start,
    debitEndDate: end,
    consumerId: newConsumerId(),
    transactionId: newTransactionId(),
  }
  const token = mandateTokenResponse.parse(await post(calls, api.generateMandateToken, order))
  await post(calls, sandbox.authorise, { config: token.checkout.config, decision: '0398' })
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
  const answer = await calls.post(api.registerExecutive, { multipart })
  const [record] = registrationResponse.parse(await answer.json()).data
  return { person, path: recordPages.mandateFailure + record?._id, transactionId: order.transactionId }
}

/** The same, of whom the bank said no afterwards; the path is the one in the e-mail that they were sent. */
export async function registerAndFail(site: Server): Promise<Registered> {
  const registered = await register(site)
  await settle(site, registered.transactionId, 'Failed')
  const path = await linkIn(site, registered.person.email, recordPages.mandateFailure)
  return { ...registered, path }
}

async function post(calls: APIRequestContext, url: string, data: object): Promise<unknown> {
  const answer = await calls.post(url, { data })
  if (!answer.ok()) throw new Error(`${url}: ${await answer.text()}`)
  return answer.json()
}
