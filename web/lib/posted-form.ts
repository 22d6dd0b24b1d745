import { createContext, useContext } from 'react'
import type { FieldError } from '#contract/errors.ts'

interface Posted {
  /** What was typed, by field. */
  texts: Readonly<Record<string, unknown>>
  errors: readonly FieldError[]
}

/** Around a form that the server draws as the answer to itself, because a browser without scripts posted it. */
export const PostedForm = /* @__PURE__ */ createContext<Posted | undefined>(undefined)

/**
 * What the control of a field is drawn with in such a form; undefined in any other. Called where `import.meta.env.SSR` is
 * true: scripts for browsers leave it out.
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
