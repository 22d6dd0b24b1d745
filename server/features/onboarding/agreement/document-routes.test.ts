import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import type { AgreementText } from '#contract/schemas/agreements.ts'
import {
  addExecutive,
  addMandate,
  agreementOf,
  agreementPath,
  postSigning,
} from '#tests/support/executive.ts'
import { engines } from '#tests/support/place.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { allRows } from '#tests/support/stored-place.ts'
import { enqueueForm } from './jobs.ts'

const linkEnded =
  'This link to the agreement is incomplete or no longer valid. Please open the agreement again from its page.'
const QUARTER_MS = 15 * 60_000

describe.each(engines)('the documents of an agreement on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })

  const get = async (path: string | Promise<string>, method = 'GET') =>
    fetch(server.url + (await path), { method })
  const path = (id: string) => agreementPath(server.deps, id)
  const addressOf = async (id: string) => (await path(id)).slice(api.agreement.length).split('?')[0] ?? ''
  const textPath = async (id: string) => (await path(id)).replace('?', '/text?')

  async function text(id: string): Promise<{ text: AgreementText; signed: boolean; sha256: string }> {
    const { data } = (await (await get(textPath(id))).json()) as { data: Awaited<ReturnType<typeof text>> }
    return data
  }

  it('are a PDF shown by its address alone, which no other site may frame and nobody keeps', async () => {
    const { id } = await addExecutive(server.deps)
    await server.workOff()
    const response = await get(path(id))
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="agreement.pdf"',
      'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
    })
    expect(response.headers.getSetCookie()).toEqual([])
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.includes(id)).toBe(false)
    const kept = await get(`${await path(id)}&download=1`)
    expect(kept.headers.get('content-disposition')).toBe('attachment; filename="agreement.pdf"')
    const head = await get(path(id), 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
  })

  it('come out the same before they were drawn up, and reading them draws nothing up', async () => {
    const { id } = await addExecutive(server.deps)
    const address = await path(id)
    const before = await allRows(server.deps.db)
    const early = Buffer.from(await (await get(address)).arrayBuffer())
    const { sha256 } = await text(id)
    expect(await allRows(server.deps.db)).toEqual(before)
    await server.workOff()
    const drawn = Buffer.from(await (await get(path(id))).arrayBuffer())
    expect(drawn.equals(early)).toBe(true)
    expect(createHash('sha256').update(drawn).digest('hex')).toBe(sha256)
  })

  it('change nothing however often they are read, signed or not', async () => {
    const [one, other] = [await addExecutive(server.deps), await addExecutive(server.deps)]
    await server.workOff()
    await postSigning(server.url, { id: other.link, signName: other.name })
    await server.workOff()
    const before = await allRows(server.deps.db)
    for (let each = 0; each < 50; each += 1) {
      const { id } = each % 2 === 0 ? one : other
      const reads = [get(path(id)), get(path(id), 'HEAD'), get(textPath(id)), get(textPath(id), 'HEAD')]
      expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    }
    expect(await allRows(server.deps.db)).toEqual(before)
  })

  it('have an address that does not open the record, and the same one for as long as they last', async () => {
    const { id } = await addExecutive(server.deps)
    const asked = await Promise.all([addressOf(id), addressOf(id), addressOf(id)])
    await server.workOff()
    expect(new Set([...asked, await addressOf(id)])).toEqual(new Set([asked[0]]))
    expect(asked[0]).toMatch(/^[\w-]{32}$/)
    expect((await get(api.fieldExecutive + asked[0])).status).toBe(404)
    expect((await postSigning(server.url, { id: asked[0], signName: 'Asha Mehta' })).status).toBe(404)
  })

  it('open for nobody whose address is bent', async () => {
    const [one, other] = [await addExecutive(server.deps), await addExecutive(server.deps)]
    await server.workOff()
    const right = await path(one.id)
    const [own, others] = [await addressOf(one.id), await addressOf(other.id)]
    const [place = '', query = ''] = right.split('?')
    const signature = new URLSearchParams(query).get('signature') ?? ''
    const bent = [
      place,
      `${place}?expires=&signature=`,
      `${place}?expires=${clock.now() + 10 ** 9}&signature=${signature}`,
      `${place}?${query}&expires=${clock.now() + 10 ** 9}`,
      `${place}?signature=${signature}`,
      right.replace(own, others),
      right.replace(own, one.id),
      right.replace(own, encodeURIComponent(`../${own}`)),
      right.replace(own, own.toLowerCase()),
      (await path(other.id)).replace(others, own),
      `${right}x`,
    ]
    for (const address of bent) {
      const { status, headers } = await get(address)
      expect([404, 422]).toContain(status)
      expect(headers.get('content-type')).toMatch(/^application\/json/)
    }
    expect((await get(right)).status).toBe(200)
  })

  it('open for a quarter of an hour, and then say so in words', async () => {
    const { id } = await addExecutive(server.deps)
    await server.workOff()
    const [address, textAddress] = [await path(id), await textPath(id)]
    clock.advance(QUARTER_MS - 1)
    expect((await get(address)).status).toBe(200)
    clock.advance(1)
    for (const ended of [address, textAddress]) {
      const response = await get(ended)
      expect([response.status, await response.json()]).toEqual([
        404,
        { message: linkEnded, code: 'not_found' },
      ])
    }
    const shown = await get(textAddress.replace('/text?', '/shown?'), 'POST')
    expect(shown.status).toBe(404)
  })

  it('are no list, and take nothing', async () => {
    expect((await get('/api/v1/agreements/')).status).toBe(404)
    expect((await get('/api/v1/agreements')).status).toBe(404)
    const { id } = await addExecutive(server.deps)
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
      expect((await get(path(id), method)).status).toBe(405)
  })

  it('are the same as text, with the evidence once it is signed', async () => {
    const person = await addExecutive(server.deps)
    await server.workOff()
    const form = await text(person.id)
    expect(form.signed).toBe(false)
    expect(form.text.sections.map(({ part }) => part)).not.toContain('evidence')
    expect(JSON.stringify(form)).toContain('XXXXXXXX4321')
    await postSigning(server.url, { id: person.link, signName: person.name })
    await server.workOff()
    const signed = await text(person.id)
    expect(signed.signed).toBe(true)
    expect(signed.sha256).not.toBe(form.sha256)
    const terms = ({ text: { sections } }: typeof form) => sections.filter(({ part }) => part === 'terms')
    expect(terms(signed)).toEqual(terms(form))
    expect(JSON.stringify(signed.text.sections.at(-1))).toContain('Test browser 1.0')
  })

  it('name another mandate once one that failed gave way to it, until they are accepted', async () => {
    const { deps } = server
    const person = await addExecutive(deps)
    await server.workOff()
    const first = await agreementOf(deps, person.id)
    const mend = async () => {
      const mandateId = await addMandate(deps, person.id)
      await deps.db.transaction().execute(async (trx) => {
        const { id: executiveId } = person
        await trx
          .updateTable('executives')
          .set({ mandate_id: mandateId })
          .where('id', '=', executiveId)
          .execute()
        await enqueueForm(trx, { executiveId, now: deps.clock.now() })
      })
    }
    await mend()
    const early = await text(person.id)
    await server.workOff()
    const second = await agreementOf(deps, person.id)
    expect(second?.form?.file).not.toBe(first?.form?.file)
    expect(second?.form?.data.mandate.transactionId).not.toBe(first?.form?.data.mandate.transactionId)
    expect(early.sha256).toBe(second?.form?.pdfSha256)
    expect(await deps.files.get(first?.form?.file ?? '')).toBeUndefined()
    await postSigning(server.url, { id: person.link, signName: person.name })
    await mend()
    await server.workOff()
    expect(await agreementOf(deps, person.id)).toMatchObject({ form: second?.form })
  })
})
