import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { languageCodes, languages } from '#contract/messages/languages.ts'
import { api } from '#contract/paths.ts'
import { dictionaries } from '#server/platform/requested-language.ts'
import { sharedServer } from '#tests/support/shared.ts'

describe('in production, until the agency has set what registering costs', () => {
  const server = sharedServer({
    settings: {
      ...{ NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:3000', LANGUAGES: languageCodes.join(',') },
      DATA_KEY: randomBytes(32).toString('hex'),
      ...{ MAIL_PROVIDER: 'sandbox', AADHAAR_PROVIDER: 'sandbox' },
      ...{ SMS_PROVIDER: 'sandbox', MANDATE_PROVIDER: 'sandbox' },
    },
  })

  it.each([
    ...[api.generateAadhaarOtp, api.verifyAadhaarOtp, api.generateMobileOtp, api.verifyMobileOtp],
    api.registerExecutive,
  ])('%s answers in words, in each language, that nobody can register', async (path) => {
    for (const language of languageCodes) {
      const headers = { 'content-type': 'application/json', 'accept-language': languages[language].tag }
      const answer = await fetch(server.url + path, { method: 'POST', headers, body: '{}' })
      const { message } = (await answer.json()) as { message: string }
      expect([answer.status, message]).toEqual([503, dictionaries[language].registrationErrors.notOpen])
    }
  })

  it('the other forms work as usual', async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(server.url + api.sendEnquiry, { method: 'POST', headers, body: '{}' })
    expect(answer.status).not.toBe(503)
  })
})
