/** An e-mail address as `a***@e***.com`: first letter, domain's first letter and last label; `***` when it is none. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 1) return '***'
  const domain = email.slice(at + 1)
  const dot = domain.lastIndexOf('.')
  const ending = dot < 0 ? '' : domain.slice(dot)
  return `${firstLetter(email)}***@${firstLetter(domain)}***${ending}`
}

/** A number as `******3210`: the last four stay where more than four are hidden, otherwise none does. */
export function maskNumber(number: string): string {
  const shown = number.length > 8 ? 4 : 0
  const hidden = number.length - shown
  return '*'.repeat(hidden) + number.slice(hidden)
}

/** Whole letters: half of a surrogate pair would be no text. */
function firstLetter(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0x2a)
}
