/**
 * The last line of an SMS that carries a code: with it a browser offers the code to pages of this host and to no others
 * (the origin-bound one-time code format, https://wicg.github.io/sms-one-time-codes/).
 */
export function originBoundLine(host: string, code: string): string {
  return `@${host} #${code}`
}
