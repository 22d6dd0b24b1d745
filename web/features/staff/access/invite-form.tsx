import { useRef, useState, type SyntheticEvent } from 'react'
import { fieldErrors } from '#contract/errors.ts'
import { peopleWords } from '#contract/messages/staff-access.ts'
import { invitePerson, type InvitePerson } from '#contract/schemas/staff-access.ts'
import { staffRoles, type StaffRole } from '#contract/schemas/staff-permissions.ts'
import type { Answer } from '#web/lib/api.ts'
import { valuesIn } from '#web/lib/form.ts'
import { ActionButton, SubmitButton } from '#web/ui/button.tsx'
import { ErrorLine, SelectField, TextField } from '#web/ui/field.tsx'

type Errors = Partial<Record<string, string>>

/** Who is to be invited; what is typed stays until the server has taken it. */
export function InviteForm({ invite }: { invite(person: InvitePerson): Promise<Answer> }) {
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const read = invitePerson.safeParse(valuesIn(form, ['name', 'email', 'role']))
    if (!read.success) return setErrors(byField(fieldErrors(read.error.issues)))
    setBusy(true)
    const answer = await invite(read.data)
    setBusy(false)
    if (answer.ok) form.reset()
    setErrors(answer.ok ? {} : { form: answer.message, ...byField(answer.errors) })
  }
  return (
    <form noValidate className="desk-invite" onSubmit={(event) => void submit(event)}>
      <TextField label={peopleWords.name} name="name" autoComplete="off" error={errors['name']} />
      <TextField
        label={peopleWords.email}
        name="email"
        type="email"
        autoComplete="off"
        error={errors['email']}
      />
      <SelectField
        label={peopleWords.role}
        name="role"
        choices={choices}
        placeholder={peopleWords.chooseRole}
        chosen={undefined}
        defaultValue={offered}
        error={errors['role'] && peopleWords.chooseRole}
      />
      <div>
        <SubmitButton busy={busy}>{peopleWords.invite}</SubmitButton>
        <div role="alert">{errors['form'] && <ErrorLine>{errors['form']}</ErrorLine>}</div>
      </div>
    </form>
  )
}

function byField(errors: { field: string; message: string }[]): Errors {
  return Object.fromEntries(errors.map(({ field, message }) => [field, message]))
}

const offered: StaffRole = 'recruiter'
const choices = staffRoles.map((role) => [role, peopleWords.roles[role]] as const)

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
    <div role="status" className="desk-link-given">
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
