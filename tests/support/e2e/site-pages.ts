import { listedPages, pages } from '#contract/paths.ts'

/** An address that nothing will ever stand at. */
export const NOWHERE = '/nothing-stands-here'

export const formPages: string[] = [pages.contact, pages.career, pages.register]

/** Pages without a form: words, pictures and links alone. */
export const contentPages = listedPages.filter((path) => !formPages.includes(path))

/** Every document a visitor can meet: the listed pages and the one that says there is none. */
export const everyPage = [...listedPages, NOWHERE]
