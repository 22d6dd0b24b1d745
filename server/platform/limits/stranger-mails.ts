import { providerNetworkOf } from '#server/platform/http/client-address.ts'
import type { Db } from '#server/platform/db/client.ts'
import { type Counting, takeIn } from './database-counters.ts'
import type { FloodLimit } from './flood-limits.ts'
import { ifLeft } from './limit-reached.ts'
import type { FloodName } from './rules.ts'

/**
 * A receipt of an enquiry or of an application; a mail to the owner of an address with which somebody applied again;
 * a mail with a link to send documents that found no room.
 */
type Kind = 'enquiry' | 'application' | 'second' | 'documents'

/** Most people write from these; in a person's own domain, all addresses may lead to one mailbox. */
const largeDomains = new Set(
  `gmail.com yahoo.com yahoo.in yahoo.co.in ymail.com rocketmail.com outlook.com outlook.in hotmail.com live.com live.in
  msn.com icloud.com me.com rediffmail.com rediff.com zohomail.in zohomail.com proton.me protonmail.com`.split(
    /\s+/,
  ),
)

const afterPlus = /\+[^@]*(?=@[^@]*$)/
const googleDomain = /@(?:gmail|googlemail)\.com$/

/** Returns the key of addresses of one mailbox: lower case, without plus tags, and for Google without dots. */
export function mailboxOf(email: string): string {
  const mailbox = email.toLowerCase().replace(afterPlus, '')
  const [local = ''] = mailbox.split('@')
  return googleDomain.test(mailbox) ? `${local.replaceAll('.', '')}@gmail.com` : mailbox
}

interface Asked {
  of: Kind
  email: string
  /** The address that caused it. */
  address: string
}

/** The budget of mails that a stranger can cause, by sending a form with any e-mail. */
export interface StrangerMails {
  /**
   * Returns whether a mail may be sent, and counts it: by mailbox in the caller's transaction, so that nothing is
   * counted for what was not stored, and by the hour in this process's memory, where transactions do not wait for
   * each other.
   */
  mayGo(trx: Db, asked: Asked): Promise<boolean>
}

export function createStrangerMails(
  limit: (name: FloodName) => FloodLimit,
  counting: Counting,
): StrangerMails {
  const [all, open] = [limit('mails_all'), limit('mails_open')]
  const [network, ofDomain] = [limit('mails_network'), limit('mails_domain')]
  return {
    async mayGo(trx, { of, email, address }) {
      const mailbox = mailboxOf(email)
      const domain = mailbox.slice(mailbox.lastIndexOf('@') + 1)
      const giveBacks: (() => Promise<void>)[] = []
      const take = async (from: FloodLimit, key: string) => {
        const giveBack = await ifLeft(from.take(key))
        if (giveBack) giveBacks.push(giveBack)
        return giveBack !== undefined
      }
      const isLeft =
        (largeDomains.has(domain) || (await take(ofDomain, domain))) &&
        (await take(all, 'all')) &&
        ((await take(network, providerNetworkOf(address))) || (await take(open, 'all')))
      const use = { rule: `mailbox_${of}`, key: mailbox } as const
      if (isLeft && (await ifLeft(takeIn(trx, counting, use)))) return true
      for (const giveBack of giveBacks) await giveBack()
      return false
    },
  }
}
