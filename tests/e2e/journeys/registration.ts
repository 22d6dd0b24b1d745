import { agreementMessages, agreementPageMessages } from '#contract/messages/en/agreements.ts'
import { otpMessages } from '#contract/messages/en/identity.ts'
import { openingMessages, registeredMessages } from '#contract/messages/en/mandates.ts'
import { pages } from '#contract/paths.ts'
import { expectOneRegistration, newPerson, type Person } from '#tests/support/e2e/mandate.ts'
import { codeFor, newPhone, wrong } from '#tests/support/e2e/register.ts'
import { hasInk } from '#tests/support/e2e/registered.ts'
import { expect, soon } from '#tests/support/e2e/test.ts'
import {
  button,
  click,
  field,
  fill,
  fillAll,
  heading,
  isAt,
  openedWindow,
  see,
  type Tab,
  untilFocused,
  type Visitor,
  words,
} from './visitor.ts'

const modal = '//*[@role="dialog"]'
const firstBox = `(${modal}//*[@role="group"]//input)[1]`
const account = { 'Account Name': 'Field Worker', 'Account No': '100020003000', 'IFSC Code': 'HDFC0000001' }
const proofs = { 'Aadhaar number': 'aadhaar_no', Phone: 'phone' } as const

async function openForm({ tab, site }: Visitor): Promise<void> {
  await tab.open(site.url + pages.register)
  await see(tab, '//form[@data-awake]')
}

/** Has a code sent to a number, waits for the dialog, and returns the code. */
async function askForCode(
  { tab, site }: Visitor,
  label: keyof typeof proofs,
  number: string,
): Promise<string> {
  await fill(tab, label, number)
  await click(tab, `//*[@data-verification="${proofs[label]}"]${button('Verify')}`)
  await see(tab, modal + button(otpMessages.submit))
  return codeFor(site, number)
}

async function untilVerified(tab: Tab, label: keyof typeof proofs): Promise<void> {
  await see(tab, `//*[@data-verification="${proofs[label]}"]//*[@data-status="verified"]`)
}

/** Returns the digits in the boxes. */
function typedCode(tab: Tab): Promise<string> {
  return tab.run(() => {
    const boxes = document.querySelectorAll<HTMLInputElement>('[role=dialog] [role=group] input')
    return [...boxes].map(({ value }) => value).join('')
  })
}

async function typeCode(tab: Tab, code: string): Promise<void> {
  await untilFocused(tab, firstBox)
  await tab.type(code)
  await soon(() => typedCode(tab)).toBe(code)
}

async function prove(visitor: Visitor, label: keyof typeof proofs, number: string): Promise<void> {
  await typeCode(visitor.tab, await askForCode(visitor, label, number))
  await click(visitor.tab, modal + button(otpMessages.submit))
  await untilVerified(visitor.tab, label)
}

/** Completes step 1, and step 2 up to its button. */
async function proveAndFill(visitor: Visitor): Promise<Person> {
  const { tab } = visitor
  const person = newPerson()
  await openForm(visitor)
  await prove(visitor, 'Aadhaar number', person.aadhaar)
  // The focus moves on by itself, and would redirect what is typed meanwhile.
  await untilFocused(tab, field('Email'))
  await fill(tab, 'Email', person.email)
  await prove(visitor, 'Phone', person.phone)
  await untilFocused(tab, button('Next'))
  await click(tab, button('Next'))
  await see(tab, heading('Step 2 of 3'))
  await fillAll(tab, account)
  return person
}

/** Presses a button of the bank, whose window may close during the press. */
export async function decide(bank: Tab, name: string): Promise<void> {
  await see(bank, heading('Set up a mandate'))
  await see(bank, button(name))
  await bank.click(button(name)).catch(() => undefined)
}

/** Reads the agreement and accepts it, which ends on the home page with a sentence. */
export async function accept(tab: Tab, sentence: string): Promise<void> {
  await soon(() => tab.run(hasInk)).toBe(true)
  await click(tab, words(agreementPageMessages.asText))
  await see(tab, '//article')
  await click(tab, '//input[@type="checkbox"]')
  await click(tab, button(agreementPageMessages.submit))
  await see(tab, words(sentence))
  await isAt(tab, pages.home)
}

export async function registerWithBankWindow(visitor: Visitor): Promise<void> {
  const { tab, site } = visitor
  const person = await proveAndFill(visitor)
  await click(tab, button('Next'))
  const bank = await openedWindow(visitor)
  await see(tab, heading('Waiting for your bank'))
  await decide(bank, 'Authorise')
  await see(tab, heading(registeredMessages.heading))
  await expectOneRegistration(site, person.email)
  await accept(tab, agreementMessages.registered)
}

export async function registerInSameWindow(visitor: Visitor): Promise<void> {
  const { tab, site, browser } = visitor
  const person = await proveAndFill(visitor)
  await tab.run(() => {
    window.open = () => null
  })
  await click(tab, button('Next'))
  await click(tab, button(openingMessages.sameTab))
  await decide(tab, 'Authorise')
  await see(tab, heading(registeredMessages.heading))
  expect(await browser.tabs()).toHaveLength(1)
  await expectOneRegistration(site, person.email)
}

export async function enterCodeByKeyboard(visitor: Visitor): Promise<void> {
  const { tab } = visitor
  await openForm(visitor)
  const code = await askForCode(visitor, 'Phone', newPhone())
  await untilFocused(tab, firstBox)
  await tab.type('12a3')
  await soon(() => typedCode(tab)).toBe('123')
  for (const key of ['Backspace', 'Backspace']) await tab.press(key)
  await tab.type(wrong(code).slice(1))
  await tab.press('Enter')
  await soon(() => typedCode(tab)).toBe('')
  await tab.press('Escape')
  await soon(() => tab.run(() => document.querySelectorAll('[role=dialog]').length)).toBe(0)
  await click(tab, button(otpMessages.enter))
  await typeCode(tab, code)
  await tab.press('Enter')
  await untilVerified(tab, 'Phone')
}

export async function pasteCode(visitor: Visitor): Promise<void> {
  const { tab, site, browser } = visitor
  await openForm(visitor)
  const code = await askForCode(visitor, 'Phone', newPhone())
  const other = await browser.another()
  await other.open(site.url + pages.contact)
  await see(other, '//form[@data-awake]')
  await fill(other, 'Name', code)
  await other.press('Control+a')
  await other.press('Control+c')
  await other.close()
  await untilFocused(tab, firstBox)
  await tab.press('Control+v')
  await soon(() => typedCode(tab)).toBe(code)
  await click(tab, modal + button(otpMessages.submit))
  await untilVerified(tab, 'Phone')
}
