import type { Page, Response } from 'playwright-core'
import { type Language, languageCodes } from '#contract/messages/languages.ts'
import type { Dictionary } from '#contract/messages/sentences.ts'
import { api } from '#contract/paths.ts'
import { foreignWords } from '#tests/support/foreign-letters.ts'
import { hasPdfTools, pdfText } from '#tests/support/pdf-tools.ts'
import { newPerson } from './mandate.ts'
import { messagesTo } from './register.ts'
import { faultsOf, misfits } from './problems.ts'
import { notEnlarged, onlyNarrow, pageScreens, type Screens, type Visit } from './screens.ts'
import { DESKTOP, HEIGHT, newPage, PHONE, stopListening, test } from './test.ts'

/** Names, and what the sandbox's people are called and a visit types. */
const proper = [
  ...['Sunrise Placements', '4th Floor, Trade Centre, Ring Road', 'Surat', 'Gujarat', 'India'],
  ...['Meera Desai', 'Farida Shaikh', 'Field Worker', 'HDFC Bank', 'HDFC0000001', 'XXXXXXXX', 'XXXXXX'],
  ...['cv.pdf', 'cv.txt', 'pdf', 'doc', 'docx', 'DOCX', 'DOC', 'PDF', 'JPG', 'JPEG', 'PNG'],
  ...['AES-256-GCM', 'AM', 'PM', 'am', 'pm', 'SHA-256', 'robots.txt', 'Facebook', 'Instagram'],
  // Terms in an agreement: a time zone, and a section of the Information Technology Act.
  ...['UTC', '10A'],
]

const testOnPage = test.extend('page', { scope: 'file' }, async ({ browser, site }, { onCleanup }) => {
  const page = await newPage(browser, { baseURL: site.url })
  onCleanup(() => page.context().close())
  return page
})

/** Tests of screens in order, each starting where the one before ended; a file's visits share a page. */
export function testVisit(language: Language) {
  return testOnPage.extend('visit', { scope: 'file' }, async ({ page, site }) => {
    const words = (await import(`#contract/messages/${language}/index.ts`)) as Dictionary
    return beginVisit(page, { site, language, words })
  })
}

/** A visit with the reader of what it is shown and sent. */
type ReadVisit = Visit & { reader: ReturnType<typeof makeReader> }

export async function beginVisit(
  page: Page,
  { site, language, words }: Pick<Visit, 'site' | 'language' | 'words'>,
  wordsOf: WordsOf = foreignWords,
): Promise<ReadVisit> {
  await page.setViewportSize({ width: PHONE, height: HEIGHT })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // Removes the listeners of the earlier visit.
  stopListening(page)
  const own = { person: newPerson(), window: undefined, transactionId: '' }
  const visit: Visit = { page, site, language, words, ...own }
  page.on('request', (asked) => {
    if (asked.url().endsWith(api.generateMandateToken))
      visit.transactionId = String(asked.postDataJSON().transactionId)
  })
  return Object.assign(visit, { reader: makeReader(visit, wordsOf) })
}

/** Visits that failed on the way to a screen; their later screens are skipped. */
const lost = new WeakMap<object, string>()

/** Goes on to a screen, and returns its page. */
export async function reach<In extends { page: Page; window?: Page | undefined }>(
  [name, go]: [name: string, go: Screens<In>[string]],
  visit: In,
): Promise<Page> {
  const before = lost.get(visit)
  if (before) throw new Error(`«${before}» was not reached, which leads here`)
  lost.set(visit, name)
  await go(visit)
  lost.delete(visit)
  return visit.window ?? visit.page
}

/** Words are longest where there is least room for them, and the bar is complete. */
const extremes = [DESKTOP, 320]

/** Returns what is wrong with a screen in another language: its words and its looks. */
export async function faultsOnVisit(
  screen: [name: string, go: Screens<Visit>[string]],
  visit: ReadVisit,
): Promise<string[]> {
  const [name] = screen
  const page = await reach(screen, visit)
  const words = await visit.reader.faultsIn(page)
  if (name in pageScreens) return [...words, ...(await misfits(page, extremes))]
  const isEnlarged = !notEnlarged.includes(name)
  const isNarrow = onlyNarrow.includes(name)
  return [...words, ...(await faultsOf(page, { isNarrow, isEnlarged, isPublic: true }))]
}

type WordsOf = (text: string, language: Language, names: readonly string[]) => string[]

/** Finds words that are not of a visit's language. */
function makeReader(visit: Visit, wordsOf: WordsOf) {
  const { page, site, language, words, person } = visit
  const names = new Set(proper)
  const faultsInText = (text: string) => {
    const found = wordsOf(text, language, [...names])
    return found.length > 0 ? [`${found.join(' ')}, in «${text.trim()}»`] : []
  }
  const heard: Promise<string[]>[] = []
  page.on('response', (response) => {
    const kind = response.headers()['content-type'] ?? ''
    const { pathname } = new URL(response.url())
    // Its message is the status itself, for programs, and it is polled while the bank decides.
    if (pathname.startsWith(api.folder) && /json/.test(kind) && !pathname.includes(api.mandateStatus))
      heard.push(messageOf(response).then(faultsInText))
    // Our fonts lack other languages.
    if (/pdf/.test(kind) && hasPdfTools && languageCodes.includes(language)) {
      const given = [...names].flatMap((name) => name.match(/[\p{L}\p{M}]{2,}/gu) ?? [])
      heard.push(foreignIn(response, language, [...given, '10A', words.agreementMessages.accept]))
    }
  })
  // A record's id, which step 3 names.
  page.on('request', (asked) => {
    const [, id] = /getFieldExecById\/([\w-]+)$/.exec(asked.url()) ?? []
    if (id) names.add(id)
  })
  return {
    async faultsIn(shown: Page) {
      const { texts, typed } = await shownTexts(shown)
      for (const one of typed) names.add(one)
      return [...new Set(texts)].flatMap(faultsInText)
    },
    /** Checks the mails and SMS, once there are so many, the agreements, and the API's answers. */
    async faultsInMessages(mails: number, texts: number) {
      const sent = [
        ...(await messagesTo(site, person.email, mails)),
        ...(await messagesTo(site, person.phone, texts)),
      ]
      const read = sent.flatMap(({ subject, text }) => faultsInText(`${subject ?? ''}\n${text}`))
      return [...read, ...(await Promise.all(heard)).flat()]
    },
  }
}

async function messageOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => ({}))
  return ((body ?? {}) as { message?: string }).message ?? ''
}

/** Reads an agreement or annex page by page, first in the person's language, then in English; returns foreign words. */
async function foreignIn(response: Response, language: Language, names: string[]): Promise<string[]> {
  const sheets = pdfText(await response.body()).split('\f')
  const second = sheets.findIndex((text) => /The same (agreement|annex) in English/.test(text))
  return sheets.flatMap((text, index) => {
    const own = second < 0 || index < second ? language : 'en'
    const found = foreignWords(text.replaceAll(/\s+/g, ' '), own, names)
    return found.length > 0 ? [`page ${index + 1} of the agreement: ${found.join(' ')}`] : []
  })
}

/** Returns everything that a page shows or announces, except texts marked with another `lang` and what was typed. */
function shownTexts(page: Page) {
  return page.evaluate(() => {
    const own = document.documentElement.lang
    const isOwn = (element: Element | null) => element?.closest('[lang]')?.getAttribute('lang') === own
    const texts: string[] = [document.title]
    const spoken = ['aria-label', 'alt', 'placeholder', 'title', 'content']
    const all = 'body *, meta[name="description"], meta[property="og:title"]'
    for (const element of document.querySelectorAll(all)) {
      if (!isOwn(element) || element.closest('[data-names]')) continue
      for (const name of spoken) {
        const text = element.getAttribute(name)
        if (text && (name !== 'content' || element.localName === 'meta')) texts.push(text)
      }
      if (element.matches('script, style, noscript, textarea, [type="hidden"]')) continue
      for (const node of element.childNodes) {
        if (node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) texts.push(node.textContent)
      }
    }
    const fields = document.querySelectorAll<HTMLInputElement>(
      'input:not([type="file"], [type="checkbox"], [type="radio"]), textarea',
    )
    return { texts, typed: [...fields].map((field) => field.value).filter((value) => value.length > 1) }
  })
}
