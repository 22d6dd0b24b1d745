import type { Clock } from '#server/platform/clock.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { providerNetworkOf } from '#server/platform/http/client-address.ts'
import { tryCounting, type UseRule } from './database-counters.ts'
import type { Limit, LimitRule } from './memory-limits.ts'

const HOUR_SECONDS = 3600
const DAY_MS = 86_400_000

/**
 * A receipt of an enquiry, of an application; to the owner of an address that somebody applied under again; with a link for
 * sending the documents for which there was no room.
 */
type Kind = 'enquiry' | 'application' | 'second' | 'documents'

/** Mails of each kind to one mailbox in a day: anybody can name any address in a form, and none uses up another's. */
function perMailbox(of: Kind): UseRule {
  return { name: `mailbox_${of}`, points: 1, windowMs: DAY_MS }
}

/**
 * Mails in an hour. Each provider's network has its share; beyond it a crowd behind one address is honest, and takes from the
 * part that is open to all. So a flood from one network leaves the rest to the others.
 */
const HOUR = { points: 1200, open: 300, network: 120 }

/**
 * Mails in an hour to one domain. Most people write from the large providers; somebody's own domain may lead to one mailbox
 * whatever stands before its at sign.
 */
const DOMAIN = { google: 1200, large: 300, other: 100 }
const largeDomains = new Set(
  `yahoo.com yahoo.in yahoo.co.in ymail.com rocketmail.com outlook.com outlook.in hotmail.com live.com live.in msn.com
  icloud.com me.com rediffmail.com rediff.com zohomail.in zohomail.com proton.me protonmail.com`.split(/\s+/),
)

const afterPlus = /\+[^@]*(?=@[^@]*$)/
const googleDomain = /@(?:gmail|googlemail)\.com$/

/**
 * What addresses that reach one mailbox have in common: letter case and what follows a plus are left out, and of Google's
 * domains the dots too.
 */
export function mailboxOf(email: string): string {
  const mailbox = email.toLowerCase().replace(afterPlus, '')
  const [local = ''] = mailbox.split('@')
  return googleDomain.test(mailbox) ? `${local.replaceAll('.', '')}@gmail.com` : mailbox
}

interface Asked {
  of: Kind
  email: string
  /** That it was caused from. */
  address: string
}

/** The budget of mails that a stranger can cause, by sending a form under any e-mail. */
export interface StrangerMails {
  /**
   * Whether a mail goes, which is counted: by its mailbox in the caller's transaction, so that nothing is counted of what was
   * not stored, and by the hour in this process's memory, where no transaction waits for another.
   */
  mayGo(trx: Db, asked: Asked): Promise<boolean>
}

interface Parts {
  limit(rule: LimitRule): Limit
  cipher: FieldCipher
  clock: Clock
}

export function createStrangerMails({ limit, cipher, clock }: Parts): StrangerMails {
  const hourly = (name: string, points: number) =>
    limit({ name: `stranger_mails${name}`, points, seconds: HOUR_SECONDS, by: 'key' })
  const all = hourly('', HOUR.points)
  const open = hourly('_open', HOUR.open)
  const network = hourly('_network', HOUR.network)
  const google = hourly('_google', DOMAIN.google)
  const large = hourly('_large', DOMAIN.large)
  const other = hourly('_domain', DOMAIN.other)
  const limitOf = (domain: string) =>
    domain === 'gmail.com' ? google : largeDomains.has(domain) ? large : other
  return {
    async mayGo(trx, { of, email, address }) {
      const taken: (() => Promise<void>)[] = []
      const take = async (from: Limit, key: string) => {
        const answer = await from.consume(key)
        if (answer.allowed) taken.push(answer.giveBack)
        return answer.allowed
      }
      const mailbox = mailboxOf(email)
      const domain = mailbox.slice(mailbox.lastIndexOf('@') + 1)
      const isLeft =
        (await take(limitOf(domain), domain)) &&
        (await take(all, 'all')) &&
        ((await take(network, providerNetworkOf(address))) || (await take(open, 'all')))
      const use = { rule: perMailbox(of), key: mailbox }
      const counting = { cipher, now: clock.now() }
      if (isLeft && (await tryCounting(trx, counting, (count) => count(use)))) return true
      for (const giveBack of taken) await giveBack()
      return false
    },
  }
}
