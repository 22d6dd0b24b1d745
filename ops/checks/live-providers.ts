import type { Config } from '#server/config/config.ts'
import { createLog } from '#server/platform/observability/log.ts'
import type { Balance } from '#server/platform/http-client/provider-call.ts'
import { createFiles } from '#server/providers/files/create.ts'
import { ENQUIRIES } from '#server/providers/gateway/create.ts'
import { surepassBalance } from '#server/providers/aadhaar/surepass.ts'
import type { FilesPort } from '#server/providers/files/port.ts'
import { createEnquiries, type Enquiry } from '#server/providers/gateway/enquiry.ts'
import type { MailPort } from '#server/providers/mail/port.ts'
import { createSmtpMail } from '#server/providers/mail/smtp.ts'
import { createClamd } from '#server/providers/scanner/clamd.ts'
import type { ScannerPort } from '#server/providers/scanner/port.ts'
import { createMsg91, msg91Balance } from '#server/providers/sms/msg91.ts'
import type { SmsPort } from '#server/providers/sms/port.ts'

/** A vendor that the settings name, and the address of its own where it is called. */
type Named<What> = What & { address: string }

/** What is real of the providers, each absent while the sandbox or nothing stands in its place. */
export interface LiveProviders {
  gateway?: Named<{ payment: Enquiry }>
  aadhaar?: Named<{ balance(limitMs: number): Promise<Balance> }>
  sms?: Named<{ port: SmsPort; balance(limitMs: number): Promise<Balance> }>
  mail?: Named<{ port: MailPort }>
  bucket?: Named<{ port: FilesPort }>
  scanner?: Named<{ port: ScannerPort }>
}

/** Opens them bare, without sandbox, breaker, database and log: for whoever tries each once and ends. */
export function createLiveProviders(config: Config): LiveProviders {
  const { aadhaar, sms, mail, s3, clamdUrl } = config
  const { gateway } = config.mandate
  const log = createLog('silent')
  const from = { name: config.agency.name, address: mail.from }
  return {
    ...('url' in gateway && {
      gateway: {
        address: gateway.url,
        payment: createEnquiries({ url: gateway.url + ENQUIRIES, merchantId: gateway.merchant.id, log })
          .payment,
      },
    }),
    ...('url' in aadhaar && {
      aadhaar: { address: aadhaar.url, balance: (limitMs: number) => surepassBalance(aadhaar, limitMs) },
    }),
    ...('url' in sms && {
      sms: {
        address: sms.url,
        port: createMsg91({ ...sms, log }),
        balance: (limitMs: number) => msg91Balance(sms, limitMs),
      },
    }),
    ...('url' in mail && { mail: { address: mail.url, port: createSmtpMail({ url: mail.url, from }) } }),
    ...(s3 && { bucket: { address: s3.endpoint, port: createFiles(config) } }),
    ...(clamdUrl && { scanner: { address: clamdUrl, port: createClamd(clamdUrl, log) } }),
  }
}
