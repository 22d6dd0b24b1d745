import type { Page } from 'playwright-core'
import { api, pages, sandbox } from '#contract/paths.ts'
import { visitor } from '#tests/support/e2e/enquiry.ts'
import { problemsOf } from '#tests/support/e2e/problems.ts'
import { type Server, startServer } from '#tests/support/e2e/server.ts'
import { expect, PHONE, soon, test } from '#tests/support/e2e/test.ts'

async function send(site: Server, name: string): Promise<void> {
  const { status } = await fetch(site.url + api.sendEnquiry, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...visitor, name }),
  })
  expect(status).toBe(201)
}

function messages(page: Page) {
  return page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
}

function statusOf(page: Page): Promise<string> {
  return page.getByRole('status').innerText()
}

/** Makes the page believe that its tab was hidden or shown. */
function setHidden(page: Page, hidden: boolean): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}

test('the empty sandbox says what to do, and a message appears by itself, opened', async ({ open, site }) => {
  const page = await open({ width: PHONE })
  const problems = problemsOf(page)
  await page.goto(pages.sandbox)
  await page.getByText('Nothing has been sent yet').waitFor()
  const contact = page.getByRole('main').getByRole('link', { name: 'contact page' })
  expect(await contact.getAttribute('href')).toBe(pages.contact)

  await send(site, 'Nisha <b>Rao</b>')
  await messages(page).first().waitFor()
  const text = await messages(page).first().innerText()
  expect(text).toContain('New enquiry from Nisha <b>Rao</b>')
  expect(text).toContain('E-mail to inbox@agency.example')
  expect(text).toMatch(/\d{1,2} \w+ 20\d\d, [\d:]+ [ap]m IST/)
  expect(text).toContain(`Reply to ${visitor.email}`)
  for (const line of visitor.enquiry.split('\n')) expect(text).toContain(line)
  expect(await page.getByText('Nothing has been sent yet').isVisible()).toBe(false)
  expect(await statusOf(page)).toBe('1 message.')
  expect(problems).toEqual([])
})

test('what is focused and opened stays so while messages come in above it', async ({ open, site }) => {
  await send(site, 'Second')
  const page = await open()
  await page.goto(pages.sandbox)
  await soon(() => messages(page).count()).toBe(2)
  const opened = () =>
    messages(page)
      .locator('details')
      .evaluateAll((all) => all.map((one) => (one as HTMLDetailsElement).open))
  expect(await opened()).toEqual([true, false])

  await messages(page).nth(1).locator('summary').focus()
  await page.keyboard.press('Enter')
  await messages(page).nth(0).locator('summary').click()
  await messages(page).nth(1).locator('summary').focus()
  await send(site, 'Third')
  await soon(() => messages(page).count()).toBe(3)
  expect(await opened()).toEqual([true, false, true])
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Nisha')
})

test('a recipient can be chosen, and the choice is part of the address', async ({ open }) => {
  const page = await open()
  await page.goto(pages.sandbox)
  await soon(() => messages(page).count()).toBe(3)
  await page.getByLabel('Sent to').selectOption('inbox@agency.example')
  expect(new URL(page.url()).search).toBe('?to=inbox%40agency.example')
  await soon(() => messages(page).count()).toBe(3)

  await page.goto(`${pages.sandbox}?to=nobody@example.in`)
  await page.getByText('Nothing was sent to this recipient').waitFor()
  expect(await page.getByLabel('Sent to').inputValue()).toBe('nobody@example.in')
  await page.getByLabel('Sent to').selectOption('Everyone')
  await soon(() => messages(page).count()).toBe(3)
  expect(new URL(page.url()).search).toBe('')
})

test('a silent server is said beside what it said last, and taken back when it answers', async ({ open }) => {
  const page = await open()
  await page.goto(pages.sandbox)
  await soon(() => messages(page).count()).toBe(3)
  await page.route(`**${sandbox.messages}*`, (route) => route.abort())
  await soon(() => statusOf(page)).toMatch(/^The server does not answer\. .* IST\.$/)
  expect(await messages(page).count()).toBe(3)
  await page.unroute(`**${sandbox.messages}*`)
  await soon(() => statusOf(page)).toBe('3 messages, newest first.')
})

test('a hidden tab asks nothing, and asks at once when it is shown again', async ({ open }) => {
  const page = await open()
  await page.goto(pages.sandbox)
  await soon(() => messages(page).count()).toBe(3)
  await setHidden(page, true)
  let asked = 0
  page.on('request', () => (asked += 1))
  await page.waitForTimeout(4500)
  expect(asked).toBe(0)
  await setHidden(page, false)
  await soon(() => asked).toBeGreaterThan(0)
})

test('without JavaScript the page leads to the messages as data', async ({ open }) => {
  const page = await open({ javaScriptEnabled: false })
  await page.goto(pages.sandbox)
  const link = page.getByRole('main').getByRole('link', { name: sandbox.messages })
  expect(await link.getAttribute('href')).toBe(sandbox.messages)
})

const liveProviders = {
  MAIL_PROVIDER: 'smtp',
  SMTP_URL: 'smtp://127.0.0.1:1',
  AADHAAR_PROVIDER: 'surepass',
  SUREPASS_TOKEN: 'a.b.c',
  SMS_PROVIDER: 'msg91',
  MSG91_AUTH_KEY: 'key',
  MSG91_SENDER: 'AGENCY',
  MSG91_ENTITY_ID: '1101000000000000001',
  MSG91_TEMPLATE_CODE: 'code',
  MSG91_TEMPLATE_LINK: 'link',
  MANDATE_PROVIDER: 'paynimo',
  PAYNIMO_MERCHANT_ID: 'T000001',
  PAYNIMO_SALT: 'TESTSALT0000AAAA',
  PAYNIMO_SCHEME: 'first',
}

test('with real providers alone there is no sandbox', async () => {
  const server = await startServer(liveProviders)
  try {
    for (const path of [pages.sandbox, sandbox.messages]) {
      expect((await fetch(server.url + path)).status, path).toBe(404)
    }
    expect(await (await fetch(server.url)).text()).not.toContain('Sandbox')
  } finally {
    await server.stop()
  }
})
