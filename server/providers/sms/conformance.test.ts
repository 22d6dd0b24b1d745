import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { languageCodes } from '#contract/messages/languages.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { type FakeAnswer, startFakeProvider } from '#tests/support/fake-provider.ts'
import { ofEachTest } from '#tests/support/shared.ts'
import { createMsg91, msg91Balance, type Msg91Options } from './msg91.ts'
import { type Sms, type SmsTemplateIds, smsTemplates } from './port.ts'
import { templateText, type TemplateText } from './registered-texts.ts'
import { createServer } from '#sandbox/http.ts'
import { MSG91_FOLDER, msg91, renderTemplate } from '#sandbox/sms.ts'
import type { Balance } from '#server/platform/http-client/provider-call.ts'

const values = { code: '012345' }
const sms: Sms = { id: 'send-1', phone: '9000000001', template: 'mobile_code', language: 'en', values }
const facts = { agency: { name: 'A&B "the agency"' }, host: 'www.agency.example', place: '##code##' }
const account = { authKey: 'key-1', sender: 'AGENCY', entityId: '1101000000000000001' }
const lines: string[] = []
const log = createLog('info', { write: (line) => lines.push(line) })

const none = Object.fromEntries(smsTemplates.map((name) => [name, undefined])) as SmsTemplateIds['en']
/** No text is registered in any language. */
const unregistered = Object.fromEntries(languageCodes.map((code) => [code, none])) as SmsTemplateIds

function adapter(url: string, options: Partial<Msg91Options> = {}) {
  const english = { ...none, mobile_code: 'template-1', link_code: 'template-2' }
  const templates = { ...unregistered, en: english, gu: { ...none, mobile_code: 'template-3' } }
  return createMsg91({ url, ...account, templates, log, limitMs: 30_000, ...options })
}
function failed(reason: string) {
  return { sent: false, reason }
}

beforeEach(() => void lines.splice(0))

describe('the MSG91 adapter against the sandbox', () => {
  let vendor: ReturnType<typeof createServer>
  let kept: { to: string; text: string }[]
  let keep: () => Promise<void>
  let url: string
  let texts: Record<string, TemplateText>
  beforeEach(async () => {
    kept = []
    keep = async () => undefined
    texts = {
      'template-1': templateText('mobile_code', 'en', facts),
      'template-2': templateText('link_code', 'en', facts),
      'template-3': templateText('mobile_code', 'gu', facts),
    }
    vendor = createServer()
    const messages = {
      keep: async ({ to, text }: (typeof kept)[number]) => void (await keep(), kept.push({ to, text })),
    }
    msg91(vendor, { account, texts, messages })
    url = (await vendor.listen({ host: '127.0.0.1', port: 0 })) + MSG91_FOLDER
  })
  afterEach(() => vendor.close())

  it.each<[string, Partial<Sms>, string]>([
    ['a language with its own registered text', { language: 'gu' }, 'template-3'],
    [
      'a language that has only another text registered',
      { language: 'gu', template: 'link_code' },
      'template-2',
    ],
  ])('sends the registered text for %s', async (_, given, template) => {
    expect(await adapter(url).send({ ...sms, ...given })).toEqual({ sent: true })
    const text = renderTemplate(texts[template]?.vendor ?? '', sms.values)
    expect(kept).toEqual([{ to: sms.phone, text }])
    expect(text).toContain(facts.agency.name)
  })

  const unknown = { ...unregistered, en: { ...none, mobile_code: 'x', link_code: 'y' } }
  it.each<[string, Partial<Msg91Options>, Partial<Sms>]>([
    ['another’s header', { sender: 'OTHERS' }, {}],
    ['a template it does not know', { templates: unknown }, {}],
    ['an invalid number', {}, { phone: '900000000' }],
    ['a value missing', {}, { values: {} }],
  ])('is refused with %s', async (_, options, given) => {
    expect(await adapter(url, options).send({ ...sms, ...given })).toEqual(failed('refused'))
    expect(kept).toEqual([])
  })

  it.each<[string, Partial<Sms>]>([
    ['a code with a letter', { values: { code: '01234O' } }],
    ['a code that is too long', { values: { code: '1'.repeat(41) } }],
  ])('is accepted by the vendor with %s, and dropped by the operator', async (_, given) => {
    expect(await adapter(url).send({ ...sms, ...given })).toEqual({ sent: true })
    expect(kept).toEqual([])
  })

  it('reports a failure when the SMS cannot be stored', async () => {
    keep = () => Promise.reject(new Error('the database is away'))
    expect(await adapter(url).send(sms)).toEqual(failed('unreachable'))
  })
})

describe('the MSG91 adapter against a provider that', () => {
  const provider = ofEachTest(() => startFakeProvider({ json: { type: 'success', message: '37636' } }))

  it('works gets one request in its own format', async () => {
    expect(await adapter(`${provider.url}/api/v5/`).send(sms)).toEqual({ sent: true })
    const [{ method, path, headers, body } = { body: '' }, ...more] = provider.heard
    expect([method, path, more]).toEqual(['POST', '/api/v5/flow', []])
    expect(headers).toMatchObject({ authkey: 'key-1', 'content-type': 'application/json' })
    expect(JSON.parse(body)).toEqual({
      ...{ template_id: 'template-1', sender: account.sender, PE_ID: account.entityId, short_url: '0' },
      recipients: [{ mobiles: '919000000001', code: '012345' }],
    })
  })

  it('has no template for a kind of SMS is not called', async () => {
    const templates = { ...unregistered, en: { ...none, mobile_code: 'template-1' } }
    const port = adapter(provider.url, { templates })
    expect(await port.send({ ...sms, template: 'link_code' })).toEqual(failed('not_allowed'))
    expect(provider.heard).toEqual([])
  })

  const refusals: [name: string, answer: FakeAnswer, reason: string][] = [
    ['refuses within a 200', { json: { type: 'error', message: 'Invalid mobile number' } }, 'refused'],
    ['refuses', { status: 400, json: { type: 'error', message: 'template not found' } }, 'refused'],
    ['refuses without words', { status: 422, json: { type: 'error' } }, 'refused'],
    ['refuses our key within a 200', { json: { type: 'error', message: 'Auth failure' } }, 'not_allowed'],
    ['refuses our key', { status: 401, json: { type: 'error', message: 'no' } }, 'not_allowed'],
    ['refuses our address as a page', { status: 403, text: '<html>Forbidden</html>' }, 'not_allowed'],
    ['is busy', { status: 429, json: { type: 'error', message: 'slow down' } }, 'unreachable'],
    ['has a fault', { status: 500, json: { type: 'error', message: 'oops' } }, 'unreachable'],
    ['contradicts itself', { status: 500, json: { type: 'success', message: 'ok' } }, 'rubbish'],
    ['answers something else', { json: { hello: 'world' } }, 'rubbish'],
    ['hangs up', (response) => response.destroy(), 'unreachable'],
  ]
  it.each(refusals)('%s', async (_, answer, reason) => {
    provider.answer = answer
    expect(await adapter(provider.url).send(sms)).toEqual(failed(reason))
    expect(provider.heard).toHaveLength(1)
  })

  it('repeats personal data does not get it into the log', async () => {
    provider.answer = { json: { type: 'error', message: 'no route for 919000000001 (code 012345)' } }
    await adapter(provider.url).send(sms)
    expect(JSON.parse(lines.join())).toMatchObject({ provider: 'msg91', id: 'send-1', failure: 'refused' })
    for (const personal of ['9000000001', '012345', 'key-1']) expect(lines.join()).not.toContain(personal)
  })
})

const allTexts = languageCodes.flatMap((language) =>
  (['mobile_code', 'link_code'] as const).map((template) => ({ language, template })),
)

it.each(allTexts)(
  'the registered text of $template in $language has the code twice, the second time in the line for the browser, and no other variable',
  ({ language, template }) => {
    const text = templateText(template, language, facts)
    const rendered = renderTemplate(text.vendor, { code: '012345' }) ?? ''
    expect(rendered.match(/012345/g)).toHaveLength(2)
    expect(rendered.split('\n').slice(1)).toEqual(['', '@www.agency.example #012345'])
    expect(text.operator.match(/\{#\w+#\}/g)).toEqual(['{#numeric#}', '{#numeric#}'])
    expect(text.operator).not.toMatch(/\{\w+\}/)
  },
)

const refused: Balance = { ok: false, failure: 'refused' }

it.each<[string, FakeAnswer, Balance]>([
  ['a number', { text: '1432' }, { ok: true, left: 1432 }],
  ['a decimal number', { json: '12.50' }, { ok: true, left: 12.5 }],
  ['words', { text: 'Invalid authkey' }, refused],
  ['an error', { json: { type: 'error', message: 'Authentication failure' } }, refused],
  ['the code of an address that is not allowed', { text: '418' }, refused],
  ['a number with a fault', { status: 500, text: '12' }, refused],
  ['by hanging up', (response) => response.destroy(), { ok: false, failure: 'unreachable' }],
])('reads a balance of MSG91 that is %s', async (_, answer, balance) => {
  await using provider = await startFakeProvider(answer)
  expect(await msg91Balance({ url: `${provider.url}/api/v5`, authKey: 'a&b' }, 3000)).toEqual(balance)
  expect(provider.heard).toMatchObject([{ method: 'GET', path: '/api/balance.php?authkey=a%26b&type=4' }])
})
