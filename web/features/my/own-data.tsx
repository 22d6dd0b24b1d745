import type { OwnApplication, OwnRegistration } from '#contract/schemas/my.ts'
import { ownActions, ownAnswers, ownPage } from '#messages/my.ts'
import { postForFile } from '#web/lib/api.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/field.tsx'
import { Asking, ownCall, Part, postOwn, useChange } from './own-parts.tsx'

interface OwnDataProps {
  record: OwnApplication | OwnRegistration
  load(): Promise<void>
}

/** A copy of a person's data, erasure, and withdrawal. */
export function OwnData({ record, load }: OwnDataProps) {
  const { asked, kind } = record
  const isOver = asked.withdrawal || (record.kind === 'applications' && record.stage === 'withdrawn')
  return (
    <Part id="own-data" heading={ownActions.data}>
      <div className="grid grid-cols-1 gap-6">
        <Copy reference={record.reference} load={load} />
        {!asked.erasure && (
          <Asking
            words={{
              ...{ press: ownActions.erase, hint: ownActions.eraseHint },
              ...{ sure: ownActions.eraseSure, yes: ownActions.eraseYes },
            }}
            done={ownAnswers.erasureAsked}
            ask={() => postOwn('erasure')}
            load={load}
          />
        )}
        {!isOver && (
          <Asking
            words={{
              ...{ press: ownActions.withdraw[kind], hint: ownActions.withdrawHint[kind] },
              ...{ sure: ownActions.withdrawSure[kind], yes: ownActions.withdrawYes },
            }}
            done={ownAnswers.withdrawn}
            ask={() => postOwn('withdraw')}
            load={load}
          />
        )}
      </div>
    </Part>
  )
}

/** Milliseconds for a file of everything, on a slow phone. */
const COPY_MS = 60_000

function Copy({ reference, load }: { reference: string; load(): Promise<void> }) {
  const { busy, refusal, change } = useChange(load)
  const fetchCopy = async () => {
    const signal = AbortSignal.timeout(COPY_MS)
    const call = { url: ownCall('copy'), body: {}, fallback: ownPage.failed, signal, onPart: () => undefined }
    const answer = await postForFile(call)
    if (answer.ok) saveFile(answer.body, `${reference}.json`)
    return answer
  }
  return (
    <div>
      <ActionButton busy={busy} onClick={() => void change(fetchCopy, ownActions.copied)}>
        {ownActions.copy}
      </ActionButton>
      <p className="mt-2 text-small text-quiet">{ownActions.copyHint}</p>
      <div role="alert">{refusal && <ErrorLine>{refusal}</ErrorLine>}</div>
    </div>
  )
}
