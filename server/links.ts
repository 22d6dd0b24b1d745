import type { Config } from './config.ts'
import type { Agreements } from './agreements.ts'
import { callerOf } from './features/agreements/request-rules.ts'
import { checkRefusal, sendRefusal, sendRules } from './features/identity/mobile/rules.ts'
import { checkCode, sendCode } from './features/identity/mobile/service.ts'
import type { CodeDeps } from './features/identity/mobile/service.ts'
import type { LinkDeps } from './features/links/service.ts'
import { findExecutive } from './features/registrations/store.ts'
import type { RecordLinks } from './lib/record-links.ts'
import type { Sessions } from './sessions/sessions.ts'

type Base = Omit<CodeDeps, 'rules'> & {
  config: Config
  sessions: Sessions
  agreements: Agreements
  recordLinks: RecordLinks
}

const purpose = 'link'

/** The confirming of links, with what it needs of codes, records and evidence: features do not know one another. */
export function createLinks(base: Base): LinkDeps {
  const { db, sealer, sessions, agreements, recordLinks, config } = base
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
      return id === undefined ? undefined : findExecutive(db, sealer, id)
    },
    noteConfirmed: (id, request) => agreements.noteConfirmed(id, callerOf(request)),
  }
}
