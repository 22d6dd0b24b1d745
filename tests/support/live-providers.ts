import type { Source } from '#server/config/config.ts'

/** Settings of a server without a sandbox; nothing answers where its providers are said to be. */
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
  MANDATE_PROVIDER: 'paynimo',
  PAYNIMO_URL: 'http://127.0.0.1:1',
  PAYNIMO_MERCHANT_ID: 'T000001',
  PAYNIMO_SALT: 'TESTSALT0000AAAA',
  PAYNIMO_SCHEME: 'first',
}
