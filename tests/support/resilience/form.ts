/** `npm run test:faults -- --long` asks for the long form; the short one is a part of `npm test`. */
const long = process.env['LONG'] !== undefined

/** What a test does in the form that is asked for. */
export function inForm<Value>(forms: { short: Value; long: Value }): Value {
  return long ? forms.long : forms.short
}

/** Whether strace and faketime are here and may be used. */
export const hasFaultTools = process.env['TEST_FAULT_TOOLS'] !== undefined
