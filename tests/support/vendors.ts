import type { Source } from '#server/config/config.ts'
import { sandboxTexts } from '#server/providers/sms/registered-texts.ts'
import { startSandbox } from '#sandbox/start.ts'
import { startMailServer } from './mail-server.ts'

/** Settings of a server without a sandbox; nothing answers at its providers' addresses. */
export const liveProviders: Source = {
  MAIL_PROVIDER: 'smtp',
  SMTP_URL: 'smtp://127.0.0.1:1',
  AADHAAR_PROVIDER: 'surepass',
  SUREPASS_URL: 'http://127.0.0.1:1',
  SUREPASS_TOKEN: 'a.b.c',
  SMS_PROVIDER: 'msg91',
  MSG91_URL: 'http://127.0.0.1:1',
  MSG91_AUTH_KEY: 'key',
  MSG91_SENDER: 'AGENCY',
  MSG91_ENTITY_ID: '1101000000000000001',
  MSG91_TEMPLATE_CODE: 'code',
  MSG91_TEMPLATE_LINK: 'link',
  MSG91_TEMPLATE_NUMBER: 'number',
  MSG91_TEMPLATE_CHANGED: 'changed',
  MANDATE_PROVIDER: 'paynimo',
  PAYNIMO_URL: 'http://127.0.0.1:1',
  PAYNIMO_MERCHANT_ID: 'T000001',
  PAYNIMO_SALT: 'TESTSALT0000AAAA',
  PAYNIMO_SCHEME: 'first',
}

const { texts } = sandboxTexts({ agency: { name: 'the agency' }, host: 'www.agency.example' })

/** Starts the sandbox's vendors and a mail server with a login, and the settings that lead to them as to real ones. */
export async function startVendors() {
  const mail = await startMailServer()
  const publicUrl = 'https://www.agency.example'
  const sandbox = await startSandbox({ publicUrl, payee: 'the agency', smsTexts: texts })
  const { aadhaar, sms, gateway } = sandbox
  const password = 'the-secret-password'
  return {
    ...{ mail, secrets: [aadhaar.token, sms.authKey, gateway.merchant.salt, password] },
    /** Every SMS so far. */
    texts: () => sandbox.messages.list({}),
    settings: {
      ...liveProviders,
      PAYNIMO_URL: gateway.url,
      PAYNIMO_MERCHANT_ID: gateway.merchant.id,
      PAYNIMO_SALT: gateway.merchant.salt,
      PAYNIMO_SCHEME: gateway.merchant.scheme,
      SUREPASS_URL: aadhaar.url,
      SUREPASS_TOKEN: aadhaar.token,
      MSG91_URL: sms.url,
      MSG91_AUTH_KEY: sms.authKey,
      MSG91_SENDER: sms.sender,
      MSG91_ENTITY_ID: sms.entityId,
      MSG91_TEMPLATE_CODE: 'mobile_code.en',
      MSG91_TEMPLATE_LINK: 'link_code.en',
      MSG91_TEMPLATE_NUMBER: 'number_code.en',
      MSG91_TEMPLATE_CHANGED: 'number_changed.en',
      SMTP_URL: `smtp://user:${password}@127.0.0.1:${mail.port}`,
    },
    [Symbol.asyncDispose]: async () => void (await Promise.all([sandbox.close(), mail.close()])),
  }
}
