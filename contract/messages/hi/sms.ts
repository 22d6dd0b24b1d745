/**
 * The SMS with a code. A line `@www.agency.example #012345` follows each, after an empty one, and all of it must fit two
 * SMS: 134 characters outside plain Latin letters. So a text without its placeholders has at most 58 characters (as UTF-16
 * counts them: a vowel sign is one). Operators register each text word for word; each placeholder stands in it once.
 */
export const codeSms = {
  /** Sent to a phone number that is to be confirmed. */
  mobileCode: '{code}: {agency} मोबाइल पुष्टि कोड, 10 मिनट तक। हम फ़ोन पर नहीं माँगते।',
  /** Sent to the phone of a record, whose link was opened in another browser. */
  linkCode: '{code}: {agency} लिंक खोलने का कोड, 10 मिनट तक। हम फ़ोन पर नहीं माँगते।',
  /** Sent to a number that is to take the place of the one on record, or to come back there. */
  numberCode: '{code}: {agency} नंबर बदलने का कोड, 10 मिनट तक। हम फ़ोन पर नहीं माँगते।',
  /** Sent to a number that another took the place of. */
  numberChanged: '{agency} में आपका नंबर बदला। आपने नहीं? 24 घंटे में हमारे ईमेल के लिंक से वापस लें।',
} as const
