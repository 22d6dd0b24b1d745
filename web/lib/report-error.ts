import { pageErrorMessages } from '#contract/messages/common.ts'
import type { PageError } from '#contract/schemas/page-errors.ts'
import { withoutPersonal } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import { postJson } from './api.ts'

const told = new Set<string>()

/** Tells our server once of each error that took a part of the page away; what a person typed is no part of it. */
export function reportError(component: PageError['component'], error: unknown): void {
  const message = withoutPersonal(String(error))
  if (told.has(message)) return
  told.add(message)
  const body: PageError = { release: __RELEASE__, component, message }
  void postJson({ url: api.pageError, body, fallback: pageErrorMessages.sentence })
}
