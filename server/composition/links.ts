import type { Config } from '#server/config/config.ts'
import type { Agreements } from './agreement.ts'
import { callerOf } from '#server/features/onboarding/agreement/admission-rules.ts'
import { checkRefusal, sendRefusal, sendRules } from '#server/features/onboarding/identity/mobile/rules.ts'
import { checkCode, type CodeDeps, sendCode } from '#server/features/onboarding/identity/mobile/service.ts'
import type { LinkDeps } from '#server/features/onboarding/links/service.ts'
import { findExecutive } from '#server/features/onboarding/registration/store.ts'
import type { RecordLinks } from '#server/platform/db/record-links.ts'
import type { Sessions } from '#server/platform/sessions/sessions.ts'

type Base = Omit<CodeDeps, 'rules'> & {
  config: Config
  sessions: Sessions
  agreements: Agreements
  recordLinks: RecordLinks
}

const purpose = 'link'

/** The confirming of links, with what it needs of codes, records and evidence: features do not know one another. */
export function createLinks(base: Base): LinkDeps {
  const { db, cipher, sessions, agreements, recordLinks, config } = base
  const deps = { ...base, rules: sendRules(config.rateLimitScale, config.smsDailyBudget) }
  return {
    sessions,
    codes: {
      async send(request) {
        const sent = await sendCode(deps, { ...request, purpose })
        return sent.outcome === 'sent'
          ? { ok: true, otp: sent.otp }
          : { ok: false, refused: sendRefusal(sent) }
      },
      async check(whose, code) {
        const checked = await checkCode(deps, { ...whose, purpose }, code)
        return checked.outcome === 'right' ? { ok: true } : { ok: false, refused: checkRefusal(checked) }
      },
    },
    async findRecord(token) {
      const id = await recordLinks.find(token)
      return id === undefined ? undefined : findExecutive(db, cipher, id)
    },
    noteConfirmed: (id, request) => agreements.noteConfirmed(id, callerOf(request)),
  }
}
