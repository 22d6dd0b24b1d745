import { newId } from '#server/platform/ids.ts'
import { maskEmail, maskNumber } from '#server/platform/masking.ts'
import type { LiveProviders } from './live-providers.ts'
import { OpsError } from '#ops/command.ts'
import type { LiveCheck } from './check.ts'

/** Who is sent one real message. */
export interface Receivers {
  /** Ten digits. */
  phone: string | undefined
  address: string | undefined
}

/** Sends the registered text with a code that opens nothing. */
export function sendTo(sms: LiveProviders['sms'], phone: string): LiveCheck {
  return {
    what: 'sms to a phone',
    asked: `MSG91 to send the text of MSG91_TEMPLATE_CODE to ${maskNumber(phone)}`,
    todo: 'check SMS_PROVIDER and the MSG91 settings; the log of failed requests at MSG91 names the cause',
    async work() {
      if (!sms) throw new OpsError('none: simulated by the sandbox')
      const outcome = await sms.port.send({
        id: newId(),
        phone,
        template: 'mobile_code',
        values: { code: '000000' },
      })
      if (!outcome.sent) throw new OpsError(outcome.reason.replace('_', ' '))
      return { answer: 'taken', todo: 'see that it arrives; if not, the DLT report at MSG91 names the cause' }
    },
  }
}

export function mailTo(mail: LiveProviders['mail'], to: string): LiveCheck {
  return {
    what: 'mail to an address',
    asked: `the mail server to send one to ${maskEmail(to)}`,
    todo: 'check MAIL_PROVIDER, SMTP_URL and MAIL_FROM: the server may only send from that address',
    async work() {
      if (!mail) throw new OpsError('none: simulated by the sandbox')
      const outcome = await mail.port.send({
        id: newId(),
        to,
        subject: 'A test of this site’s mail',
        text: 'This mail was sent by «doctor --live --mail-to». Its source must say spf=pass, dkim=pass and dmarc=pass.',
      })
      if (!outcome.sent) throw new OpsError(outcome.reason)
      return { answer: 'taken', todo: 'see that it arrives, not as spam' }
    },
  }
}
