/** Whether this is `npm run test:long`; the short form is a part of `npm test`. */
export const isLong = Boolean(process.env['LONG'])

/** What a test does in the form that is asked for. */
export function inForm<Value>(forms: { short: Value; long: Value }): Value {
  return isLong ? forms.long : forms.short
}
