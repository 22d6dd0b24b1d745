import { describe, expect, it, vi } from 'vitest'
import { addressIn } from '#contract/messages/languages.ts'
import { api, pages, recordPages } from '#contract/paths.ts'
import { deliver, genuineAnswer, sendStatusChange } from '#tests/support/gateway-store.ts'
import {
  freshTransaction,
  mandated,
  mandateEvents,
  registered,
  verifiedVisitor,
} from '#tests/support/registration.ts'
import { withoutTable } from '#tests/support/place.ts'
import { statusesOf, thenOf, times } from '#tests/support/repeat.ts'
import { startServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { get } from '#tests/support/tcp.ts'
import { newVisitor } from '#tests/support/visitor.ts'
import { createReceiveAnswer } from './callback-routes.ts'

describe('an answer that the gateway delivers', () => {
  const server = sharedServer({ settings: { LANGUAGES: 'en,gu' } })

  const tell = (message: string) => deliver(server, message)

  const post = (path: string, message: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ msg: message }),
      redirect: 'manual',
    })

  /** Starts a transaction that the bank accepted and whose answer was not delivered yet. */
  async function begun(): Promise<string> {
    const applicant = await mandated(await verifiedVisitor(server), '0398')
    return applicant.fields['transactionId'] ?? ''
  }

  const recordsOf = (transactionId: string) => mandateEvents(server.deps, transactionId)

  it('is received by GET and by POST, and the reply has its ids and a one', async () => {
    const transactionId = await begun()
    const message = await genuineAnswer(server, transactionId)
    const got = await tell(message)
    const posted = await post(api.gatewayCallback, message)
    const ids = expect.stringMatching(`^${transactionId}\\|19\\d+\\|1$`)
    expect([got.status, got.body.message]).toEqual([200, ids])
    expect([posted.status, await posted.text()]).toEqual([200, got.body.message])
    expect(got.headers.get('content-type')).toMatch(/^text\/plain/)
    const { mandate, told } = await recordsOf(transactionId)
    const regNo = expect.stringMatching(/^9/)
    expect(mandate).toMatchObject({ status: 'initiated', responseCode: '0398', regNo })
    expect(told).toEqual([{ source: 'callback', status: 'initiated' }])
  })

  it('is rejected with 401 without the gateway’s hash, and nothing is stored', async () => {
    const transactionId = await begun()
    const message = await genuineAnswer(server, transactionId, { status: '0300' })
    const before = await recordsOf(transactionId)
    for (const one of ['', message.replace('0300', '0398'), message + message]) {
      const { status, body } = await tell(one)
      expect([status, body.message.endsWith('|0')]).toEqual([401, true])
      expect((await post(api.gatewayCallback, one)).status).toBe(401)
    }
    expect(await recordsOf(transactionId)).toEqual(before)
    const twice = await newVisitor(server.url).get(`${api.gatewayCallback}?msg=${message}&msg=${message}`)
    expect([twice.status, twice.body.message]).toEqual([401, '||0'])
  })

  it('is no success for an unknown transaction or other terms, even with the right hash', async () => {
    const transactionId = await begun()
    const other = freshTransaction()
    const { status, body } = await tell(await genuineAnswer(server, transactionId, { transactionId: other }))
    expect([status, body.message.startsWith(`${other}|`)]).toEqual([200, true])
    expect((await recordsOf(other)).mandate).toBeUndefined()
    await tell(await genuineAnswer(server, transactionId, { status: '0300', maxAmount: '9000' }))
    const { mandate } = await recordsOf(transactionId)
    expect([mandate?.status, mandate?.staffNotifiedAt]).toEqual(['created', expect.any(Number)])
  })

  it('is found among the events when it is repeated to a newly started process', async () => {
    const transactionId = await begun()
    const message = await genuineAnswer(server, transactionId)
    await tell(message)
    const before = await recordsOf(transactionId)
    const { genuine, mandate } = await createReceiveAnswer(server.deps)(message, 'callback')
    expect([genuine, mandate?.retryToken, await recordsOf(transactionId)]).toEqual([true, null, before])
  })

  it('that contradicts the known status makes us ask the gateway, whose status then counts', async () => {
    const transactionId = await begun()
    const failed = await genuineAnswer(server, transactionId, { status: '0399', mandateRegNo: '' })
    const initiated = await genuineAnswer(server, transactionId)
    const statusAfter = async (message: string) => {
      await tell(message)
      return (await recordsOf(transactionId)).mandate?.status
    }
    // Repeated in the panel: the bank says that it accepted the mandate.
    expect([await statusAfter(failed), await statusAfter(initiated)]).toEqual(['failed', 'initiated'])
    const other = await genuineAnswer(server, transactionId, { status: '0392', mandateRegNo: '' })
    expect(await statusAfter(other)).toBe('initiated')
    const away = vi.spyOn(server.deps.gateway, 'ask').mockResolvedValue({ ok: false, failure: 'unreachable' })
    const late = await genuineAnswer(server, transactionId, { status: '0399', reason: 'AP08' })
    expect(await statusAfter(late)).toBe('initiated')
    away.mockRestore()
    const { mandate } = await recordsOf(transactionId)
    expect((mandate?.pollAt ?? Infinity) - Date.now()).toBeLessThanOrEqual(60_000)
  })

  describe('by a browser that it sends back', () => {
    const fromBank = { origin: 'https://bank.example', 'sec-fetch-site': 'cross-site' }
    const home = [303, '/register']
    /** Returns the status and the redirect that a browser with an answer gets. */
    async function back(message: string, caller: Record<string, string> = fromBank) {
      const { status, headers } = await post(api.gatewayReturn, message, caller)
      return [status, headers.get('location')]
    }

    it.each(['en', 'gu'] as const)(
      'is recorded without a cookie and redirected to the page in %s',
      async (language) => {
        const { transactionId = '' } = (await mandated(await verifiedVisitor(server, { language }))).fields
        const answer = await post(api.gatewayReturn, await genuineAnswer(server, transactionId), fromBank)
        const led = [answer.status, answer.headers.get('location'), answer.headers.getSetCookie()]
        expect(led).toEqual([303, addressIn(language, pages.register), []])
        const { events } = await recordsOf(transactionId)
        expect(events).toContainEqual({ source: 'return', status: 'initiated' })
      },
    )

    it('leads to the page of the record whose mandate was to be replaced', async () => {
      const { id, visitor, fields } = await registered(server)
      const transactionId = fields['transactionId'] ?? ''
      await sendStatusChange(server, transactionId, { status: '0399' })
      await visitor.get(api.fieldExecutive + id)
      const retry = { visitor, aadhaar: '', fields: { ...fields, transactionId: freshTransaction() } }
      await mandated(retry)
      const message = await genuineAnswer(server, retry.fields.transactionId)
      expect(await back(message)).toEqual([303, recordPages.mandateFailure + id])
      expect(await back(await genuineAnswer(server, transactionId))).toEqual(home)
      const earlier = server.deps.db.updateTable('mandates').set({ created_at: Date.now() - 2 * 60 * 60_000 })
      await earlier.where('transaction_id', '=', retry.fields.transactionId).execute()
      const other = await genuineAnswer(server, retry.fields.transactionId, { reason: 'later' })
      expect(await back(other)).toEqual(home)
    })

    it('leads to the registration and is not recorded if the hash is not the gateway’s', async () => {
      const transactionId = await begun()
      const before = await recordsOf(transactionId)
      const message = (await genuineAnswer(server, transactionId)).replace('0398', '0300')
      expect(await back(message)).toEqual(home)
      expect(await recordsOf(transactionId)).toEqual(before)
      // The log does not report an unreadable body as our error.
      const errors = vi.spyOn(server.deps.log, 'error')
      const headers = { ...fromBank, accept: 'text/html', 'content-type': 'application/xml' }
      expect(await back('nothing', headers)).toEqual(home)
      expect(errors).not.toHaveBeenCalled()
      errors.mockRestore()
    })

    it.each(['/register', '/gu/mandate-failure/x'])(
      'does not leave the page %s that posts it',
      async (page) => {
        const transactionId = await begun()
        const message = await genuineAnswer(server, transactionId)
        const { publicUrl } = server.deps.config
        const fromPage = { 'sec-fetch-site': 'same-origin', referer: publicUrl + page }
        for (const one of [message, message, `${message}|`, ''])
          expect(await back(one, fromPage)).toEqual([204, null])
        expect((await recordsOf(transactionId)).mandate?.status).toBe('initiated')
        const referer = `https://bank.example${page}`
        expect(await back(message, { ...fromPage, referer })).toEqual(home)
      },
    )

    it('is redirected to its page if the answer cannot be stored, while any other caller gets the error', async () => {
      const message = await genuineAnswer(server, await begun())
      const referer = `${server.deps.config.publicUrl}/register`
      const callers: Record<string, string>[] = [
        { ...fromBank, accept: 'text/html' },
        { 'sec-fetch-site': 'same-origin', referer },
        {},
      ]
      const led = await withoutTable(server.deps.db, 'mandate_events', () =>
        Promise.all(callers.map((caller) => back(message, caller))),
      )
      expect(led).toEqual([home, [204, null], [500, null]])
    })
  })
})

it('answers of the gateway that come too often are refused with the wait, and a browser is redirected to the form', async () => {
  // A tenth of the usual limits: sixty, and six from browsers.
  await using server = await startServer({ settings: { RATE_LIMIT_SCALE: '0.1' } })
  expect(await statusesOf(61, () => deliver(server, 'x'))).toEqual(thenOf(60, 401, 1, 429))
  const back = (accept: string) => get(server.url + api.gatewayReturn, { accept }, 'POST')
  expect(await statusesOf(6, () => back('*/*'))).toEqual(times(6, 303))
  const [refused, led] = [await back('*/*'), await back('text/html')]
  expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)])
  expect([led.status, led.headers.location]).toEqual([303, '/register'])
})
