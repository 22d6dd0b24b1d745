import { useRef, useState } from 'react'
import { toast } from 'react-hot-toast/headless'
import { agreementMessages, agreementPageMessages } from '#messages/agreements.ts'
import { todayInIndia } from '#contract/dates.ts'
import { api } from '#contract/paths.ts'
import type { PersonRecord } from '#contract/schemas/registrations.ts'
import { postJson } from '#web/lib/api.ts'
import type { LeftToast } from '#web/ui/toast.ts'
import { goHomeWith } from '#web/ui/go-home-with-toast.ts'
import { useOneAtATime } from '#web/lib/async.ts'

/** The server draws the document up, signatures it and keeps it before it answers. */
const TIMEOUT_MS = 45_000

interface Ends {
  /** What the visitor goes home with. */
  done: LeftToast
  /** The toast of a failure. */
  failed: string
  /** The session has ended, and the link has to be confirmed before it is accepted (LINK_STEP_UP). */
  onLocked(): void
}

/** The acceptance of a record's agreement: the checkbox, and the one act. */
export function useAcceptance(record: PersonRecord, { done, failed, onLocked }: Ends) {
  const [accepted, setAccepted] = useState(false)
  const { busy, run } = useOneAtATime()
  const [refusal, setRefusal] = useState<string>()
  // An attempt without an answer may have succeeded.
  const isUnsure = useRef(false)

  async function accept() {
    const answer = await postJson({
      url: api.generateAgreement,
      body: payload(record),
      fallback: agreementPageMessages.unanswered,
      timeoutMs: TIMEOUT_MS,
    })
    if (answer.ok) return goHomeWith(done)
    const { code, reason } = answer.cause
    if (code === 'already_there') {
      return goHomeWith(isUnsure.current ? done : { type: 'error', message: agreementMessages.alreadySigned })
    }
    console.error('The agreement was not accepted.', answer.cause)
    if (code === 'unverified') return onLocked()
    isUnsure.current ||= reason !== 'refused'
    setRefusal(answer.message)
    toast.error(failed)
  }

  function submit() {
    setRefusal(accepted ? undefined : agreementMessages.acceptance.required)
    return accepted ? run(accept) : undefined
  }
  return { accepted, setAccepted, busy, refusal, submit: () => void submit() }
}

/** What the specification's section 3 lists; the server signs its own record, and reads the id and the name of it. */
function payload(record: PersonRecord) {
  const { bankDetails } = record.mandate_id
  return {
    id: record._id,
    name: record.name,
    email: record.email,
    phone: record.phone,
    dob: record.dob,
    address: record.address.address_line,
    city: record.address.city,
    state: record.address.state,
    pincode: record.address.pincode,
    aadhaar_no: record.aadhaar_no,
    profile_photo: record.profilePhoto,
    date: todayInIndia(),
    accountName: bankDetails.accountHolderName,
    accountNo: bankDetails.accountNumber,
    ifscCode: bankDetails.ifscCode,
    signName: record.name,
  }
}
