import { addressIn, languageCodes } from '#contract/messages/languages.ts'
import { api, pages, recordPages } from '#contract/paths.ts'

/** Never fetched ahead: calls, the sandbox, and pages on which opening alone starts something. */
const neverAhead = [
  `${api.folder}*`,
  pages.sandbox,
  `${pages.sandbox}/*`,
  ...languageCodes.flatMap((code) =>
    [pages.register, `${recordPages.signAgreement}*`, `${recordPages.mandateFailure}*`].map((path) =>
      addressIn(code, path),
    ),
  ),
]

/** Speculation rules: the next page is drawn while the pointer rests on its link. */
export const speculationRules = JSON.stringify({
  prerender: [
    {
      where: { and: [{ href_matches: '/*' }, { not: { href_matches: neverAhead } }] },
      eagerness: 'moderate',
    },
  ],
})
