import { providerNetworkOf } from '#server/platform/http/client-address.ts'
import type { Db } from '#server/platform/db/client.ts'
import { type Counting, takeIn } from './database-counters.ts'
import type { FloodLimit } from './flood-limits.ts'
import { ifLeft } from './limit-reached.ts'
import type { FloodName } from './rules.ts'

/**
 * A receipt of an enquiry, of an application; to the owner of an address that somebody applied under again; with a link for
 * sending the documents for which there was no room.
 */
type Kind = 'enquiry' | 'application' | 'second' | 'documents'

/** Most people write from these; somebody's own domain may lead to one mailbox whatever stands before its at sign. */
const largeDomains = new Set(
  `gmail.com yahoo.com yahoo.in yahoo.co.in ymail.com rocketmail.com outlook.com outlook.in hotmail.com live.com live.in
  msn.com icloud.com me.com rediffmail.com rediff.com zohomail.in zohomail.com proton.me protonmail.com`.split(
    /\s+/,
  ),
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
