import { useState } from 'react'
import { executiveFields } from '#contract/fields/executive.ts'
import { maskPhone } from '#contract/fields/field.ts'
import { fill } from '#contract/messages/sentences.ts'
import {
  type OwnApplication,
  ownFields,
  ownPhoneCodeResponse,
  type OwnRegistration,
} from '#contract/schemas/my.ts'
import { applicationForm } from '#messages/careers.ts'
import { executiveForm } from '#messages/identity.ts'
import { ownActions, ownAnswers, ownPage } from '#messages/my.ts'
import { type Code, codeFrom } from '#web/features/onboarding/session-state.ts'
import { sendForJson } from '#web/lib/api.ts'
import { useOneAtATime } from '#web/lib/async.ts'
import type { FieldsOptions } from '#web/lib/form.ts'
import { ActionButton, SubmitButton } from '#web/ui/button.tsx'
import { CodeForm, type CodeRefusal } from '#web/ui/code-form.tsx'
import { ErrorLine, TableField, TextField } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/form.tsx'
import { ownCall, Part, postOwn, useChange } from './own-parts.tsx'

interface OwnDetailsProps {
  record: OwnApplication | OwnRegistration
  load(): Promise<void>
}

/** What a person may correct about themselves. */
export function OwnDetails({ record, load }: OwnDetailsProps) {
  const { kind, details, phone, emailAsked } = record
  return (
    <Part id="own-details" heading={ownActions.details}>
      {kind === 'applications' ? (
        <Details
          fields={ownFields.applications}
          words={{ applicationForm }}
          defaultValues={details as Record<keyof typeof ownFields.applications, string>}
          before={details['email'] ?? ''}
          load={load}
        />
      ) : (
        <Details
          fields={ownFields.executives}
          words={{ executiveForm }}
          defaultValues={details as Record<keyof typeof ownFields.executives, string>}
          before={details['email'] ?? ''}
          load={load}
        />
      )}
      {emailAsked !== '' && (
        <p className="mt-4 max-w-form wrap-anywhere">{fill(ownActions.emailWaits, { email: emailAsked })}</p>
      )}
      <OwnPhone key={phone} phone={phone} load={load} />
    </Part>
  )
}

type Tables = (typeof ownFields)[keyof typeof ownFields]

function Details<Table extends Tables>({
  load,
  before,
  ...options
}: FieldsOptions<Table> & Pick<OwnDetailsProps, 'load'> & { /** The e-mail on record. */ before: string }) {
  const { change } = useChange(load)
  const { props, names, field, busy, refusal } = useForm({
    ...options,
    async send(right) {
      const { email = '' } = right as { email?: string }
      const isOther = email.toLowerCase() !== before.toLowerCase()
      const done = isOther ? ownAnswers.emailAsked : ownAnswers.saved
      const answer = await change(() => postOwn('details', right), done)
      return answer && !answer.ok && answer.cause.code !== 'unverified' ? answer : undefined
    },
  })
  return (
    <form {...props} className="grid max-w-form grid-cols-1 gap-6">
      {names.map((name) => (
        <TableField key={name} {...field(name)} />
      ))}
      <div role="alert">{refusal && <ErrorLine>{refusal}</ErrorLine>}</div>
      <div>
        <SubmitButton busy={busy}>{ownActions.save}</SubmitButton>
      </div>
    </form>
  )
}

/** The phone on record, which another one replaces once a code to it is entered. */
function OwnPhone({ phone, load }: { phone: string; load(): Promise<void> }) {
  const [written, setWritten] = useState('')
  const [error, setError] = useState<string>()
  const [code, setCode] = useState<Code>()
  const { busy, run } = useOneAtATime()
  const { change } = useChange(load)
  const asked = () => executiveFields.phone.schema.safeParse(written).data ?? ''

  async function send(): Promise<CodeRefusal | undefined> {
    const body = { phone: asked() }
    if (body.phone === '')
      return { message: executiveForm.phone[written.trim() === '' ? 'required' : 'invalid'] }
    const call = { url: ownCall('phoneCode'), body, schema: ownPhoneCodeResponse, fallback: ownPage.failed }
    const answer = await sendForJson(call)
    if (!answer.ok) return { ...answer, ...answer.errors[0] }
    setCode(codeFrom(answer.body.otp, { shown: maskPhone(body.phone) }))
    return undefined
  }
  async function confirm(otp: string): Promise<CodeRefusal | undefined> {
    const answer = await change(() => postOwn('phone', { phone: asked(), otp }), ownAnswers.phoneSaved)
    return answer && !answer.ok ? { ...answer, ...answer.errors[0] } : undefined
  }
  return (
    <div className="mt-8 max-w-form">
      <p>
        <span className="font-semibold">{ownActions.phone}</span>{' '}
        <span className="wrap-anywhere">{phone}</span>
      </p>
      {code ? (
        <div className="max-w-[26rem]">
          <p role="status">{fill(ownActions.sentTo, { phone: code.shown })}</p>
          <CodeForm {...{ code, send, confirm }} submit={ownActions.confirmPhone} takesFocus />
        </div>
      ) : (
        <div className="mt-4 grid grid-cols-1 gap-3">
          <TextField
            type="tel"
            name="new-phone"
            inputMode="tel"
            autoComplete="tel"
            label={ownActions.newPhone}
            hint={ownActions.newPhoneHint}
            error={error}
            value={written}
            onChange={({ currentTarget }) => setWritten(currentTarget.value)}
          />
          <div>
            <ActionButton busy={busy} onClick={() => void run(async () => setError((await send())?.message))}>
              {ownActions.verifyPhone}
            </ActionButton>
          </div>
        </div>
      )}
    </div>
  )
}
