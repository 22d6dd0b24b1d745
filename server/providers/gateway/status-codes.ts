import type { GatewayAnswer } from './port.ts'

/** The gateway's status codes. */
export const codes = {
  success: '0300',
  initiated: '0398',
  /** The bank gave no answer yet: ask again the same day, or the next. */
  askToday: '0396',
  askTomorrow: '0397',
  refused: '0399',
  aborted: '0392',
  notFound: '9999',
} as const

const states: Record<string, GatewayAnswer['state']> = {
  [codes.success]: 'active',
  [codes.initiated]: 'initiated',
  [codes.askToday]: 'initiated',
  [codes.askTomorrow]: 'initiated',
  [codes.refused]: 'failed',
  [codes.aborted]: 'aborted',
  // Another spelling of the same that one integrator met.
  '0002': 'aborted',
}

/** What a code says of a mandate; one that is not on the list says nothing, so the gateway is asked again. */
export function stateOf(code: string): GatewayAnswer['state'] {
  return Object.hasOwn(states, code) ? (states[code] ?? 'unknown') : 'unknown'
}

/** A code with the zeros it lost where it travelled as a number. */
export function fullCode(code: string): string {
  return /^\d{1,4}$/.test(code) ? code.padStart(4, '0') : code
}
