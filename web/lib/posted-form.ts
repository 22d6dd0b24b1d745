import { createContext, useContext } from 'react'
import type { FieldError } from '#contract/errors.ts'

interface Posted {
  /** What was typed, by field. */
  texts: Readonly<Record<string, unknown>>
  errors: readonly FieldError[]
}

/** Provided around a form that the server renders as the answer to itself, after a browser without scripts posted it. */
export const PostedForm = /* @__PURE__ */ createContext<Posted | undefined>(undefined)

/**
 * Returns the values for a field's control in such a form; undefined in others. Called only if `import.meta.env.SSR`
 * is true, so browsers' scripts omit it.
 */
export function useAsPosted() {
  const posted = useContext(PostedForm)
  if (!posted) return undefined
  const [first] = posted.errors
  return (name: string) => {
    const text = posted.texts[name]
    const error = posted.errors.find(({ field }) => field === name)?.message
    return {
      ...(typeof text === 'string' && { defaultValue: text }),
      ...(error && { error }),
      ...(first?.field === name && { autoFocus: true }),
    }
  }
}
