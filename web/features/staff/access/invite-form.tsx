import { useRef, useState, type SyntheticEvent } from 'react'
import { type FieldError, fieldErrors } from '#contract/errors.ts'
import { peopleWords } from '#contract/messages/staff-access.ts'
import { invitePerson, staffRoles, type StaffRole } from '#contract/schemas/staff-access.ts'
import { call, useSending } from '#web/features/staff/calls.ts'
import { Problem } from '#web/features/staff/screen.tsx'
import { CallError } from '#web/features/staff/session.ts'
import { failure } from '#web/lib/answer.ts'
import { valuesIn } from '#web/lib/form.ts'
import { wordsOf } from '#web/lib/sentences.ts'
import { ActionButton, SubmitButton } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { enquiryForm } from '#contract/messages/en/enquiries.ts'

const offered: StaffRole = 'recruiter'
export const roleChoices = staffRoles.map((role) => [role, peopleWords.roles[role]] as const)

/** Who is to be invited; what is typed stays until the server has taken it. */
export function InviteForm({ onInvited }: { onInvited(given: Given): void }) {
  const { busy, problem, errorOf, send } = useSending(async (form: HTMLFormElement) => {
    const given = await invited(form)
    form.reset()
    return given
  }, onInvited)
  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    send(event.currentTarget)
  }
  return (
    <form noValidate className="fit-[14rem] gap-3" onSubmit={submit}>
      <TextField label={peopleWords.name} name="name" autoComplete="off" error={errorOf('name')} />
      <TextField
        label={peopleWords.email}
        name="email"
        type="email"
        autoComplete="off"
        error={errorOf('email')}
      />
      <SelectField
        label={peopleWords.role}
        name="role"
        choices={roleChoices}
        placeholder={peopleWords.chooseRole}
        chosen={undefined}
        defaultValue={offered}
        error={errorOf('role') && peopleWords.chooseRole}
      />
      <div className="self-end">
        <SubmitButton busy={busy}>{peopleWords.invite}</SubmitButton>
        <Problem>{problem}</Problem>
      </div>
    </form>
  )
}

/** Checks the form before the passkey is asked for. */
async function invited(form: HTMLFormElement): Promise<Given> {
  const read = invitePerson.safeParse(valuesIn(form, ['name', 'email', 'role']))
  if (!read.success) {
    const errors = errorsIn(read.error.issues)
    throw new CallError({ ...failure('', { reason: 'refused' }), errors })
  }
  const { link } = await call('staff.invite', { body: read.data })
  return { name: read.data.name, link }
}

/** What the schema names is said in English, as all of the desk. */
function errorsIn(issues: Parameters<typeof fieldErrors>[0]): FieldError[] {
  return fieldErrors(issues).map(({ field, message }) => ({
    field,
    message: wordsOf(message, { enquiryForm }),
  }))
}

/** A link that was just made, and whose. */
export interface Given {
  name: string
  link: string
}

/** The link to hand over, once. */
export function GivenLink({ name, link }: Given) {
  const input = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  async function copy() {
    input.current?.select()
    await navigator.clipboard.writeText(link).then(
      () => setCopied(true),
      () => undefined,
    )
  }
  return (
    <div role="status" className="flex flex-wrap items-end gap-2 [&>[data-field]]:flex-[1_1_16rem]">
      <TextField
        ref={input}
        label={peopleWords.link(name)}
        hint={peopleWords.linkHint}
        readOnly
        value={link}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <ActionButton onClick={() => void copy()}>
        {isCopied ? peopleWords.copied : peopleWords.copy}
      </ActionButton>
    </div>
  )
}
