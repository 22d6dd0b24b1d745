/**
 * The SMS with a code. With the line `@host #code` that follows, all of it must fit two SMS: 134 characters as UTF-16
 * counts them. So a text without its placeholders has at most 58 characters. Operators register each text word for word.
 */
export const codeSms = {
  /** Sent to a phone number that is to be confirmed. */
  mobileCode: '{code}: {agency} મોબાઇલ ચકાસણી કોડ, 10 મિનિટ. અમે ફોન પર નહીં માંગીએ.',
  /** Sent to the phone of a record, whose link was opened in another browser. */
  linkCode: '{code}: {agency} લિંક ખોલવાનો કોડ, 10 મિનિટ. અમે ફોન પર નહીં માંગીએ.',
  /** Sent to a number that is to take the place of the one on record, or to come back there. */
  numberCode: '{code}: {agency} નંબર બદલવાનો કોડ, 10 મિનિટ. અમે ફોન પર નહીં માંગીએ.',
  /** Sent to a number that another took the place of. */
  numberChanged: '{agency} માં તમારો નંબર બદલાયો. તમે નહીં? 24 કલાકમાં અમારા ઈમેલની લિંકથી પાછો લો.',
} as const
