/** Rupees without needless zeros, so that `5000.00` and `5000` are one text; undefined for what is no amount. */
export function plainRupees(text: string): string | undefined {
  const [, whole, paise = ''] = /^0*(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  const rest = paise.padEnd(2, '0')
  return rest === '00' ? whole : `${whole}.${rest}`
}
