/**
 * The SMS with a code. A line `@www.agency.example #012345` follows each, after an empty one, and all of it must fit two
 * SMS: 306 characters of plain Latin letters, but 134 of any other script. So outside English a text without its
 * placeholders has at most 58 characters (as UTF-16 counts them: a vowel sign is one), which leaves 59 for the agency's
 * name and the host. Operators register each text word for word; each placeholder stands in it once.
 */
export const codeSms = {
  /** Sent to a phone number that is to be confirmed. */
  mobileCode:
    '{code} is the code to confirm your mobile number for registration with {agency}. It is valid for 10 minutes. Nobody from us asks for it by phone.',
  /** Sent to the phone of a record, whose link was opened in another browser. */
  linkCode:
    '{code} is the code to open your link from {agency}. It is valid for 10 minutes. Nobody from us asks for it by phone.',
  /** Sent to a number that is to take the place of the one on record, or to come back there. */
  numberCode:
    '{code} is the code to put this mobile number on your record with {agency}. It is valid for 10 minutes. Nobody from us asks for it by phone.',
  /** Sent to a number that another took the place of. */
  numberChanged:
    'Another mobile number took the place of this one on your record with {agency}. Was it not you? Take it back within 24 hours: open the link in our e-mail.',
} as const
