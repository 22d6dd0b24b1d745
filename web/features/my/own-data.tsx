import { useRef, useState } from 'react'
import type { OwnApplication, OwnRegistration } from '#contract/schemas/my.ts'
import { ownActions, ownAnswers, ownPage } from '#messages/my.ts'
import { postForFile } from '#web/lib/api.ts'
import { ActionButton } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/field.tsx'
import { Modal, ModalClose } from '#web/ui/modal.tsx'
import { ownCall, Part, postOwn, useChange } from './own-parts.tsx'

interface OwnDataProps {
  record: OwnApplication | OwnRegistration
  load(): Promise<void>
}

/** A copy of one's data, erasure, and the way out. */
export function OwnData({ record, load }: OwnDataProps) {
  const { asked, kind } = record
  const isOver = asked.withdrawal || (record.kind === 'applications' && record.stage === 'withdrawn')
  return (
    <Part id="own-data" heading={ownActions.data}>
      <div className="grid grid-cols-1 gap-6">
        <Copy reference={record.reference} load={load} />
        {!asked.erasure && (
          <Asking
            words={{ press: ownActions.erase, hint: ownActions.eraseHint, sure: ownActions.eraseSure }}
            done={ownAnswers.erasureAsked}
            call="erasure"
            load={load}
          />
        )}
        {!isOver && (
          <Asking
            words={{
              press: ownActions.withdraw,
              hint: ownActions.withdrawHint[kind],
              sure: ownActions.withdrawSure,
            }}
            done={ownAnswers.withdrawn}
            call="withdraw"
            load={load}
          />
        )}
      </div>
    </Part>
  )
}

/** Milliseconds for a file of everything, over the line of a cheap phone. */
const COPY_MS = 60_000

function Copy({ reference, load }: { reference: string; load(): Promise<void> }) {
  const { busy, refusal, change } = useChange(load)
  const fetchCopy = async () => {
    const signal = AbortSignal.timeout(COPY_MS)
    const call = { url: ownCall('copy'), body: {}, fallback: ownPage.failed, signal, onPart: () => undefined }
    const answer = await postForFile(call)
    if (answer.ok) keep(answer.body, `${reference}.json`)
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

/** Hands a file to the browser's downloads. */
function keep(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}

interface AskingProps {
  words: { press: string; hint: string; sure: string }
  /** Said once it is done. */
  done: string
  call: 'erasure' | 'withdraw'
  load(): Promise<void>
}

/** What is asked once more before it is done. */
function Asking({ words: { press, hint, sure }, done, call, load }: AskingProps) {
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const confirm = useRef<HTMLDivElement>(null)
  const { busy, refusal, change } = useChange(load)
  async function act() {
    await change(() => postOwn(call), done)
    setOpen(false)
  }
  return (
    <div ref={place}>
      <ActionButton onClick={() => setOpen(true)}>{press}</ActionButton>
      <p className="mt-2 text-small text-quiet">{hint}</p>
      <div role="alert">{refusal && <ErrorLine>{refusal}</ErrorLine>}</div>
      <Modal
        open={isOpen}
        onClose={() => setOpen(false)}
        title={press}
        description={sure}
        initialFocus={confirm}
        finalFocus={() => place.current?.querySelector('button') ?? null}
      >
        <div ref={confirm} tabIndex={-1} className="mt-5 grid grid-cols-2 gap-3">
          <ModalClose>{ownActions.cancel}</ModalClose>
          <ActionButton busy={busy} onClick={() => void act()}>
            {press}
          </ActionButton>
        </div>
      </Modal>
    </div>
  )
}
