import type { Browser, Page, Response } from 'playwright-core'
import { type Language, languageCodes } from '#contract/messages/languages.ts'
import { api } from '#contract/paths.ts'
import { foreignWords } from '#tests/support/foreign-letters.ts'
import { hasPdfTools, pdfText } from '#tests/support/pdf-tools.ts'
import { noteAnnouncements } from './announcements.ts'
import {
  type Walk,
  walkCareer,
  walkEnquiry,
  walkLinks,
  walkMessages,
  walkPages,
  walkRegistration,
} from './language-walk.ts'
import { everyPage, misfits, overflowing } from './problems.ts'
import type { Server } from './server.ts'
import { shownTexts } from './shown-texts.ts'
import { DESKTOP, expect, HEIGHT, PATIENCE_MS, PHONE } from './test.ts'

/** Names, and what the sandbox's people and the walk's own typing are called. */
const proper = [
  ...['Meera Desai', 'Farida Shaikh', 'Field Worker', 'HDFC Bank', 'HDFC0000001', 'XXXXXXXX', 'XXXXXX'],
  ...['cv.pdf', 'cv.txt', 'pdf', 'doc', 'docx', 'DOCX', 'DOC', 'PDF', 'JPG', 'JPEG', 'PNG'],
  ...['AES-256-GCM', 'AM', 'PM', 'am', 'pm', 'SHA-256', 'robots.txt', 'Facebook', 'Instagram'],
  // What an agreement names: a zone of time, and a section of the Information Technology Act.
  ...['UTC', '10A'],
]

/** Walks everything in a language and answers what is wrong, with its place. */
export async function faultsIn(
  walked: Pick<Walk, 'page' | 'site' | 'language' | 'words'>,
  wordsOf: (text: string, names: readonly string[]) => string[],
): Promise<string[]> {
  const { page, language, words } = walked
  // A pseudo-language is longer than any of ours, so its bar may have more lines, and fonts of ours do not draw it.
  const isOurs = languageCodes.includes(language)
  const readsDocuments = hasPdfTools && isOurs
  const faults: string[] = []
  const names = new Set([...proper, ...agencyNames])
  const note = (place: string, text: string) => {
    const found = wordsOf(text, [...names])
    if (found.length > 0) faults.push(`${place}: ${found.join(' ')}, in «${text.trim()}»`)
  }
  const walk: Walk = {
    ...walked,
    async at(state, shown) {
      const { texts, typed } = await shownTexts(shown)
      for (const one of typed) names.add(one)
      for (const text of new Set(texts)) note(state, text)
      if (isOurs && everyPage.includes(state)) {
        faults.push(...(await misfits(shown)).map((one) => `${state}, ${one}`))
        return shown.setViewportSize({ width: PHONE, height: HEIGHT })
      }
      for (const width of [320, PHONE, DESKTOP]) {
        await shown.setViewportSize({ width, height: HEIGHT })
        faults.push(...(await overflowing(shown)).map((one) => `${state}, at ${width} pixels: ${one}`))
      }
      await shown.setViewportSize({ width: PHONE, height: HEIGHT })
    },
    said: note,
  }
  const answers: Promise<void>[] = []
  const readAnswer = async (response: Response) => {
    if (!response.url().includes(api.folder) || !/json/.test(response.headers()['content-type'] ?? '')) return
    // Its message is the status itself, a word for programs; it is asked for while the bank takes its time.
    if (response.url().includes(api.mandateStatus)) return
    const { message = '' } = ((await response.json().catch(() => ({}))) ?? {}) as { message?: string }
    walk.said(`answer of ${new URL(response.url()).pathname}`, message)
  }
  page.on('response', (response) => answers.push(readAnswer(response)))
  const documents: Promise<void>[] = []
  page.on('response', (response) => {
    if (!readsDocuments || !/pdf/.test(response.headers()['content-type'] ?? '')) return
    const given = [...names].flatMap((name) => name.match(/[\p{L}\p{M}]{2,}/gu) ?? [])
    const known = [...given, '10A', words.agreementMessages.accept]
    documents.push(foreignIn(response, language, known).then((found) => void faults.push(...found)))
  })
  // A record's id, which step 3 names.
  page.on('request', (asked) => {
    const [, id] = /getFieldExecById\/([\w-]+)$/.exec(asked.url()) ?? []
    if (id) names.add(id)
  })
  const transactions: string[] = []
  page.on('request', (asked) => {
    if (asked.url().endsWith(api.generateMandateToken))
      transactions.push(String(asked.postDataJSON().transactionId))
  })
  await walkPages(walk)
  await walkEnquiry(walk)
  await walkCareer(walk)
  const person = await walkRegistration(walk)
  await walkLinks(walk, person, transactions[0] ?? '')
  await walkMessages(walk, person)
  await Promise.all([...answers, ...documents])
  expect(documents.length > 0).toBe(readsDocuments)
  return faults
}

/** Reads an agreement page by page, first in the person's language, then in English; answers each foreign word. */
async function foreignIn(response: Response, language: Language, names: string[]): Promise<string[]> {
  const pages = pdfText(await response.body()).split('\f')
  const second = pages.findIndex((text) => text.includes('The same agreement in English'))
  return pages.flatMap((text, index) => {
    const own = second < 0 || index < second ? language : 'en'
    const found = foreignWords(text.replaceAll(/\s+/g, ' '), own, names)
    return found.length > 0 ? [`page ${index + 1} of the agreement: ${found.join(' ')}`] : []
  })
}

const agencyNames = ['Sunrise Placements', '4th Floor, Trade Centre, Ring Road', 'Surat', 'Gujarat', 'India']
export const settings = { RATE_LIMIT_SCALE: '1000', AGENCY_NAME: 'Sunrise Placements' }
export async function openPage(browser: Browser, site: Server): Promise<Page> {
  const viewport = { width: PHONE, height: HEIGHT }
  const context = await browser.newContext({ baseURL: site.url, viewport, reducedMotion: 'reduce' })
  context.setDefaultTimeout(PATIENCE_MS)
  await noteAnnouncements(context)
  return context.newPage()
}
