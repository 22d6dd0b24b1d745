/** The ten digits of an Indian number as people write it: with spaces, dashes or brackets, after +91 or a zero. */
export function plainPhone(written: string): string {
  return plainDigits(written).replace(/^(\+91|0)(?=[0-9]{10}$)/, '')
}

/** A number without what people put between its digits. */
export function plainDigits(written: string): string {
  return written.replace(/[\s().\u2010-\u2015\u200b-\u200f\u2060-]/g, '')
}

/** A phone number of which the last four digits are shown. */
export function maskPhone(phone: string): string {
  return `+91 XXXXXX${phone.slice(-4)}`
}
