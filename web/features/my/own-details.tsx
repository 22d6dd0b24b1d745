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
import { type Answer, type Failure, sendForJson } from '#web/lib/api.ts'
import type { FieldsOptions } from '#web/lib/form.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { CodeForm, type CodeRefusal } from '#web/ui/code-form.tsx'
import { ErrorLine, TableField } from '#web/ui/field.tsx'
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

/** Returns why a code was refused; the message of the field comes first. */
function codeRefusal(answer: Answer | undefined): CodeRefusal | undefined {
  return answer && !answer.ok ? { ...answer, ...answer.errors[0] } : undefined
}

/** The phone on record, which another one replaces once a code to it is entered. */
function OwnPhone({ phone, load }: { phone: string; load(): Promise<void> }) {
  const [sent, setSent] = useState<{ phone: string; code: Code }>()
  const { change } = useChange(load)
  const form = useForm({
    fields: { phone: executiveFields.phone },
    words: {
      executiveForm: {
        phone: { ...executiveForm.phone, label: ownActions.newPhone, hint: ownActions.newPhoneHint },
      },
    },
    defaultValues: { phone: '' },
    send: ask,
  })

  async function ask({ phone: asked }: { phone: string }): Promise<Failure | undefined> {
    const body = { phone: asked }
    const call = { url: ownCall('phoneCode'), body, schema: ownPhoneCodeResponse, fallback: ownPage.failed }
    const answer = await sendForJson(call)
    if (!answer.ok) return answer
    setSent({ ...body, code: codeFrom(answer.body.otp, { shown: maskPhone(body.phone) }) })
    return undefined
  }
  const confirm = (body: object) => change(() => postOwn('phone', body), ownAnswers.phoneSaved)
  return (
    <div className="mt-8 max-w-form">
      <p>
        <span className="font-semibold">{ownActions.phone}</span>{' '}
        <span className="wrap-anywhere">{phone}</span>
      </p>
      {sent ? (
        <div className="max-w-[26rem]">
          <p role="status">{fill(ownActions.sentTo, { phone: sent.code.shown })}</p>
          <CodeForm
            code={sent.code}
            send={async () => codeRefusal(await ask(sent))}
            confirm={async (otp) => codeRefusal(await confirm({ phone: sent.phone, otp }))}
            submit={ownActions.confirmPhone}
            takesFocus
          />
        </div>
      ) : (
        <form {...form.props} className="mt-4 grid grid-cols-1 gap-3">
          <TableField {...form.field('phone')} />
          <div role="alert">{form.refusal && <ErrorLine>{form.refusal}</ErrorLine>}</div>
          <div>
            <SubmitButton busy={form.busy}>{ownActions.verifyPhone}</SubmitButton>
          </div>
        </form>
      )}
    </div>
  )
}
