import Fastify from 'fastify'
import type { AddressInfo } from 'node:net'
import type { Source } from '#server/config/config.ts'
import { createKeyValueStore } from '#server/features/sandbox/service.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { createLimits } from '#server/platform/limits/memory-limits.ts'
import * as aadhaar from '#server/providers/aadhaar/simulator.ts'
import { GATEWAY_SIMULATOR, gatewaySimulator } from '#server/providers/gateway/simulator-status-query.ts'
import { simulatorMandate } from '#server/providers/gateway/simulator-store.ts'
import { templateText } from '#server/providers/sms/registered-texts.ts'
import { SMS_SIMULATOR, smsSimulator } from '#server/providers/sms/simulator.ts'
import { startMailServer } from './mail-server.ts'
import { makePlace } from './place.ts'

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

const clock = systemClock
export const secrets = {
  SUREPASS_TOKEN: 'the.secret.token',
  MSG91_AUTH_KEY: 'the-secret-key',
  PAYNIMO_SALT: 'TESTSALT0000AAAA',
  SMTP_PASSWORD: 'the-secret-password',
}
const sms = { sender: 'AGENCY', entityId: '1101000000000000001' }
const text = templateText('mobile_code', 'en', { agency: 'the agency', host: 'www.agency.example' })

/** The simulators of all vendors at addresses of their own, and the settings that lead to them. */
export async function startVendors() {
  const [place, mail] = await Promise.all([makePlace('sqlite'), startMailServer()])
  const database = openDatabase(place)
  await migrate(database.db)
  const deps = { db: database.db, cipher: createFieldCipher(Buffer.alloc(32, 7)), clock }
  const texts: { to: string; text: string }[] = []
  const keepSms = async (message: { to: string; text: string }) => void texts.push(message)
  // The gateway's address is an origin, its simulator lies in a folder.
  const rewriteUrl = ({ url = '' }) => (GATEWAY_SIMULATOR.endsWith(url) ? GATEWAY_SIMULATOR : url)
  const app = Fastify({ logger: false, forceCloseConnections: true, rewriteUrl })
  aadhaar.aadhaarSimulator(app, {
    ...{ token: secrets.SUREPASS_TOKEN, clock, host: 'www.agency.example', waitMs: 30_000, keepSms },
    sessions: createKeyValueStore(deps, 'aadhaar', aadhaar.simulatorSession),
    waits: createKeyValueStore(deps, 'aadhaar_wait', aadhaar.simulatorWait),
    limit: createLimits(1)({ name: 'test', points: 100, seconds: 60 }),
  })
  smsSimulator(app, { ...sms, authKey: secrets.MSG91_AUTH_KEY, texts: { template: text }, keepSms })
  gatewaySimulator(app, {
    merchant: { id: 'T000001', salt: secrets.PAYNIMO_SALT, scheme: 'first' },
    store: createKeyValueStore(deps, 'mandate', simulatorMandate),
    clock,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    mail,
    texts,
    settings: {
      MANDATE_PROVIDER: 'paynimo',
      PAYNIMO_URL: url,
      PAYNIMO_MERCHANT_ID: 'T000001',
      PAYNIMO_SALT: secrets.PAYNIMO_SALT,
      PAYNIMO_SCHEME: 'first',
      AADHAAR_PROVIDER: 'surepass',
      SUREPASS_URL: url + aadhaar.AADHAAR_SIMULATOR,
      SUREPASS_TOKEN: secrets.SUREPASS_TOKEN,
      SMS_PROVIDER: 'msg91',
      MSG91_URL: url + SMS_SIMULATOR,
      MSG91_AUTH_KEY: secrets.MSG91_AUTH_KEY,
      MSG91_SENDER: sms.sender,
      MSG91_ENTITY_ID: sms.entityId,
      MSG91_TEMPLATE_CODE: 'template',
      MAIL_PROVIDER: 'smtp',
      SMTP_URL: `smtp://user:${secrets.SMTP_PASSWORD}@127.0.0.1:${mail.port}`,
    },
    async close() {
      await Promise.all([app.close(), mail.close()])
      await database.close()
      await place.remove()
    },
  }
}
