import { type SyntheticEvent, useState } from 'react'

const fields = [
  { name: 'name', label: 'Name', type: 'text', isRight: (value: string) => value.trim().length > 1 },
  { name: 'email', label: 'E-mail', type: 'email', isRight: (value: string) => /^\S+@\S+\.\S+$/.test(value) },
  { name: 'phone', label: 'Phone', type: 'tel', isRight: (value: string) => /^\+?[\d -]{10,}$/.test(value) },
  { name: 'message', label: 'Message', type: undefined, isRight: (value: string) => value.trim() !== '' },
] as const

/** A form without a library: state of React, and a check of each field when it is sent. */
export function Form() {
  const [values, setValues] = useState<Record<string, string>>({})
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [state, setState] = useState<'open' | 'busy' | 'sent' | 'failed'>('open')
  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    const found = fields.filter(({ name, isRight }) => !isRight(values[name] ?? '')).map(({ name }) => name)
    setWrong(found)
    if (found.length > 0) return
    setState('busy')
    const answer = await fetch('/api/enquiry', { method: 'POST', body: JSON.stringify(values) }).catch(
      () => undefined,
    )
    setState(answer?.ok ? 'sent' : 'failed')
  }
  if (state === 'sent') return <p role="status">Thank you. We answer within a day.</p>
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {fields.map(({ name, label, type }) => {
        const Control = type ? 'input' : 'textarea'
        return (
          <label key={name}>
            {label}
            <Control
              {...{ name, ...(type && { type }), required: true }}
              value={values[name] ?? ''}
              aria-invalid={wrong.includes(name)}
              onChange={({ target }) => setValues((now) => ({ ...now, [name]: target.value }))}
            />
            {wrong.includes(name) && <span role="alert">Please check this field.</span>}
          </label>
        )
      })}
      <button disabled={state === 'busy'}>Send</button>
      {state === 'failed' && <p role="alert">This was not sent. Please try again.</p>}
    </form>
  )
}
