import { EMAIL_MAX, emailPattern, latinDigits, plainEmail } from './field.ts'

const providers = '(gmail|yahoo|outlook|hotmail|rediffmail|icloud)'
const withoutDot = new RegExp(`@${providers}(?:com)?$`, 'i')
const withoutSign = new RegExp(`^([^@]+?)\\.?(${providers}\\.com)$`, 'i')

/** Returns the address that was most likely meant instead of an invalid one; undefined if that would be a guess. */
export function likelyEmail(written: string): string | undefined {
  if (written.length > 2 * EMAIL_MAX) return undefined
  const narrow = latinDigits(written)
  // With a name around the address, or several addresses: the first valid one.
  const whole = narrow.split(/[<>,;]/).map(plainEmail)
  const mended = plainEmail(narrow.replace(/[\s"“”()<>;]/g, ''))
    .replaceAll(',', '.')
    .replace(/@{2,}/, '@')
    .replace(/\.{2,}/g, '.')
    .replace(/^\.|\.(?=@)|\.$/g, '')
    .replace(withoutDot, '@$1.com')
    .replace(withoutSign, '$1@$2')
  return [...whole, mended].find((address) => address !== written && emailPattern.test(address))
}
