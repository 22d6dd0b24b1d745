import type * as z from 'zod/mini'
import { describe, expect, it, test } from 'vitest'
import { todayInIndia } from '#contract/dates.ts'
import {
  generateAadhaarOtpRequest,
  generateMobileOtpRequest,
  pauseRequest,
  verifyMobileOtpRequest,
} from '#contract/schemas/identity.ts'
import { bankDetails } from '#contract/schemas/mandates.ts'
import { ownFields, ownPhoneCodeRequest, ownPhoneRequest } from '#contract/schemas/my.ts'
import { registrationFields } from '#contract/schemas/registrations.ts'
import { invitePerson } from '#contract/schemas/staff-access.ts'
import { english } from '#tests/support/english.ts'
import { applicationFields } from './application.ts'
import { enquiryFields } from './enquiry.ts'
import { accountOrMasked, bankFields, executiveFields } from './executive.ts'
import { type Field, otp } from './field.ts'
import { likelyEmail } from './likely-email.ts'
import { vacancyFields } from './vacancy.ts'

type Schema = z.ZodMiniType<unknown>

/** All fields by kind of value: name, how the value is read, and the sentence for an invalid one. */
const fields = {
  phone: [
    ['contact', enquiryFields.phone.schema, 'Phone number can only contain numbers'],
    ['career', applicationFields.phone.schema, 'Invalid phone number'],
    ['registration', executiveFields.phone.schema, 'Phone number must be 10 digits'],
    ['registration, its code', generateMobileOtpRequest.shape.phone, 'Phone number must be 10 digits'],
    ['registration, the code entered', verifyMobileOtpRequest.shape.phone, 'Phone number must be 10 digits'],
    ['own page', ownPhoneCodeRequest.shape.phone, 'Phone number must be 10 digits'],
    ['own page, the code entered', ownPhoneRequest.shape.phone, 'Phone number must be 10 digits'],
  ],
  email: [
    ['contact', enquiryFields.email.schema, 'Invalid email address'],
    ['career', applicationFields.email.schema, 'Invalid email address'],
    ['own page of an applicant', ownFields.applications.email.schema, 'Invalid email address'],
    ['registration', executiveFields.email.schema, 'Invalid email format'],
    ['registration, continued later', pauseRequest.shape.email, 'Invalid email format'],
    ['own page of an executive', ownFields.executives.email.schema, 'Invalid email format'],
    ['desk, who is invited', invitePerson.shape.email, 'Invalid email address'],
  ],
  birth: [
    ['career', applicationFields.date_of_birth.schema, 'Date of birth must be a real date'],
    ['registration', executiveFields.dob.schema, 'Date of birth must be a real date'],
  ],
  name: [
    ['contact', enquiryFields.name.schema, ''],
    ['career', applicationFields.full_name.schema, ''],
    ['registration', executiveFields.name.schema, ''],
    ['desk, who is invited', invitePerson.shape.name, ''],
  ],
  pincode: [
    ['registration', executiveFields.pincode.schema, 'Pincode must be 6 digits'],
    ['own page', ownFields.executives.pincode.schema, 'Pincode must be 6 digits'],
    ['desk, a vacancy', vacancyFields.pincode.schema, 'A PIN code has six digits'],
  ],
  aadhaar: [
    ['registration', executiveFields.aadhaar_no.schema, 'Aadhaar number must be 12 digits'],
    [
      'registration, its code',
      generateAadhaarOtpRequest.shape.aadhaar_number,
      'Aadhaar number must be 12 digits',
    ],
  ],
  account: [
    ['bank', bankFields.accountNo.schema, 'Account number must be 9 to 18 digits'],
    ['registration', accountOrMasked, 'Account number must be 9 to 18 digits'],
  ],
  ifsc: [
    ['bank', bankFields.ifscCode.schema, 'Invalid IFSC code format'],
    ['registration', registrationFields.shape.ifscCode, 'Invalid IFSC code format'],
  ],
  holder: [
    ['bank', bankFields.accountName.schema, ''],
    ['bank, the token', bankDetails.shape.accountName, ''],
  ],
  code: [['every code', otp, 'The code has 6 digits']],
} satisfies Record<string, [where: string, schema: Schema, sentence: string][]>
type Kind = keyof typeof fields

/** Source, written value and meaning. */
const read: Record<Kind, [from: string, written: unknown, meant: string][]> = {
  phone: [
    ['a person', '9876543210', '9876543210'],
    ['a person, grouped', '+91 98765-43210', '9876543210'],
    ['a person, in brackets', '+91 (98765) 43210', '9876543210'],
    ['a person, with the zero', '09876543210', '9876543210'],
    ['a person, with both', '+91 09876543210', '9876543210'],
    ['a person, with the zero in brackets', '+91 (0)98765 43210', '9876543210'],
    ['a person abroad', '0091 98765 43210', '9876543210'],
    ['a person abroad, with the zero', '00910 9876543210', '9876543210'],
    ['a person, of an office', '+91 261 400 0000', '2614000000'],
    ['a person, with dots', '98765.43210', '9876543210'],
    ['a letter, with a long dash', '98765–43210', '9876543210'],
    ['a letter, with a minus', '98765−43210', '9876543210'],
    ['a web page, with no-break spaces', '98765\u00a043210', '9876543210'],
    ['a web page, with a no-break hyphen', '98765\u201143210', '9876543210'],
    ['contacts of Windows', '\u202a+91 98765 43210\u202c', '9876543210'],
    ['contacts of an iPhone', '\u2068+91 98765 43210\u2069', '9876543210'],
    ['WhatsApp', '\u200e+91 98765 43210\u200f', '9876543210'],
    ['WhatsApp, with a word joiner', '98765\u206043210', '9876543210'],
    ['a picture keyboard', '9\ufe0f876543210', '9876543210'],
    ['a soft hyphen', '98765\u00ad43210', '9876543210'],
    ['a byte order mark', '\ufeff9876543210', '9876543210'],
    ['a link', 'tel:+91-98765-43210', '9876543210'],
    ['a link, in capitals', 'TEL:09876543210', '9876543210'],
    ['Excel, a cell', '9876543210\r\n', '9876543210'],
    ['Excel, a cell with a tab', '\t9876543210\t', '9876543210'],
    ['Excel, a number kept as text', "'9876543210", '9876543210'],
    ['a program', 9_876_543_210, '9876543210'],
    ['a full-width keyboard', '＋９１　９８７６５４３２１０', '9876543210'],
    ['a keyboard of Devanagari', '९८७६५ ४३२१०', '9876543210'],
    ['a keyboard of Gujarati', '૯૮૭૬૫૪૩૨૧૦', '9876543210'],
    ['a keyboard of Bengali', '৯৮৭৬৫৪৩২১০', '9876543210'],
    ['a keyboard of Gurmukhi', '੯੮੭੬੫੪੩੨੧੦', '9876543210'],
    ['a keyboard of Odia', '୯୮୭୬୫୪୩୨୧୦', '9876543210'],
    ['a keyboard of Tamil', '௯௮௭௬௫௪௩௨௧௦', '9876543210'],
    ['a keyboard of Telugu', '౯౮౭౬౫౪౩౨౧౦', '9876543210'],
    ['a keyboard of Kannada', '೯೮೭೬೫೪೩೨೧೦', '9876543210'],
    ['a keyboard of Malayalam', '൯൮൭൬൫൪൩൨൧൦', '9876543210'],
    ['a keyboard of Urdu', '۹۸۷۶۵۴۳۲۱۰', '9876543210'],
    ['a keyboard of Arabic', '٩٨٧٦٥٤٣٢١٠', '9876543210'],
    ['a keyboard of Santali', '᱙᱘᱗᱖᱕᱔᱓᱒᱑᱐', '9876543210'],
    ['a keyboard of Manipuri', '꯹꯸꯷꯶꯵꯴꯳꯲꯱꯰', '9876543210'],
    ['letters of a chat', '𝟗𝟖𝟕𝟔𝟓𝟒𝟑𝟐𝟏𝟎', '9876543210'],
  ],
  email: [
    ['a person', 'ketan.shah+job@gmail.com', 'ketan.shah+job@gmail.com'],
    ['the end of a sentence', 'ketan@gmail.com.', 'ketan@gmail.com'],
    ['contacts', '\u202aketan@gmail.com\u202c', 'ketan@gmail.com'],
    ['a web page', '\u200bketan@gmail.com\u00a0', 'ketan@gmail.com'],
    ['a web page, broken by a soft hyphen', 'ketan@gm\u00adail.com', 'ketan@gmail.com'],
    ['Excel', '\tketan@gmail.com\r\n', 'ketan@gmail.com'],
    ['a link', 'mailto:ketan@gmail.com', 'ketan@gmail.com'],
    ['a link with a subject', 'MAILTO:ketan@gmail.com?subject=CV', 'ketan@gmail.com'],
    ['a domain in Devanagari', 'ketan@डाटामेल.भारत', 'ketan@डाटामेल.भारत'],
    ['all of it in Devanagari', 'केतन@डाटामेल.भारत', 'केतन@डाटामेल.भारत'],
  ],
  birth: [
    ['the field of a browser', '1998-02-05', '1998-02-05'],
    ['a person', '05-02-1998', '1998-02-05'],
    ['a person, with strokes', '05/02/1998', '1998-02-05'],
    ['a browser’s own text of a day', '\u200e05\u200e/\u200e02\u200e/\u200e1998', '1998-02-05'],
    ['a keyboard of Devanagari', '०५/०२/१९९८', '1998-02-05'],
    ['a keyboard of Gujarati', '૧૯૯૮-૦૨-૦૫', '1998-02-05'],
    ['a program', '1998-02-04T18:30:00.000Z', '1998-02-05'],
    ['the oldest', '1900-01-01', '1900-01-01'],
    ['today', todayInIndia(), todayInIndia()],
  ],
  name: [
    ['a person', 'Asha Mehta', 'Asha Mehta'],
    ['a person with one name', 'Jo', 'Jo'],
    ['a keyboard of Devanagari, which needs its joiners', 'लक्ष्\u200dमी शर्\u200cमा', 'लक्ष्\u200dमी शर्\u200cमा'],
    ['a keyboard of Gujarati', 'આશા મહેતા', 'આશા મહેતા'],
    ['a web page, with a no-break space', 'Asha\u00a0Mehta', 'Asha\u00a0Mehta'],
    ['Excel', '\tAsha Mehta\r\n', 'Asha Mehta'],
    ['a phone, with its apostrophe', 'Asha D’Souza', 'Asha D’Souza'],
  ],
  pincode: [
    ['a person', '395 002', '395002'],
    ['an address', '395-002', '395002'],
    ['a web page', '\u200e395002\u200f', '395002'],
    ['a keyboard of Devanagari', '३९५००२', '395002'],
    ['a keyboard of Tamil', '௩௯௫௦௦௨', '395002'],
    ['a full-width keyboard', '３９５００２', '395002'],
  ],
  aadhaar: [
    ['the card', '2000 0001 4321', '200000014321'],
    ['a web page', '2000\u00a00001\u00a04321', '200000014321'],
    ['WhatsApp', '\u202a2000 0001 4321\u202c', '200000014321'],
    ['Excel', '2000 0001 4321\r\n', '200000014321'],
    ['a keyboard of Devanagari', '२०००-०००१ ४३२१', '200000014321'],
    ['a keyboard of Gujarati', '૨૦૦૦ ૦૦૦૧ ૪૩૨૧', '200000014321'],
    ['a keyboard of Bengali', '২০০০ ০০০১ ৪৩২১', '200000014321'],
  ],
  account: [
    ['a passbook', '1234 5678 9012', '123456789012'],
    ['a program', 123_456_789, '123456789'],
    ['Excel, a number kept as text', "'001234567890", '001234567890'],
    ['a chat', '\u206812345-6789\u2069', '123456789'],
    ['a keyboard of Gujarati', '૧૨૩૪૫૬૭૮૯', '123456789'],
    ['a keyboard of Devanagari', '१२३४५६७८९', '123456789'],
  ],
  ifsc: [
    ['a cheque', 'SBIN0001234', 'SBIN0001234'],
    ['a person', 'sbin0001234', 'SBIN0001234'],
    ['a web page', ' SBIN 0001234\u00a0', 'SBIN0001234'],
    ['a chat', '\u200esbin-0001234\u200f', 'SBIN0001234'],
    ['a keyboard of Devanagari', 'SBIN०००१२३४', 'SBIN0001234'],
    ['a full-width keyboard', 'ＳＢＩＮ０００１２３４', 'SBIN0001234'],
  ],
  holder: [
    ['a passbook', 'ASHA MEHTA', 'ASHA MEHTA'],
    ['a web page, with a no-break space', 'ASHA\u00a0MEHTA', 'ASHA MEHTA'],
    ['Excel, two cells', 'ASHA\tMEHTA\r\n', 'ASHA MEHTA'],
    ['contacts', '\u2068Asha D’Souza\u2069', 'Asha D’Souza'],
  ],
  code: [
    ['an SMS', ' 123 456 ', '123456'],
    ['a chat', '\u202a123-456\u202c', '123456'],
    ['a program', 123_456, '123456'],
    ['a keyboard of Devanagari', '१२३४५६', '123456'],
    ['a keyboard of Kannada', '೧೨೩೪೫೬', '123456'],
  ],
}

/** Refused values, which are not guessed; with the field's usual sentence unless another is given. */
const refused: Partial<Record<Kind, [why: string, written: unknown, sentence?: RegExp][]>> = {
  phone: [
    ['letters within', '98765x3210'],
    ['another country', '+929876543210', /numbers|digits|Invalid/],
    ['a country without its plus', '919876543210', /at most 10|10 digits|Invalid/],
    ['a zero before what is no mobile', '01234567890', /at most 10|10 digits|Invalid/],
    ['too short', '+9198765', /at least 10|10 digits|Invalid/],
    ['what Excel made of a number', '9.87654E+09'],
    ['a number that was rounded', 9_876_543_210.5, /required/],
    ['two numbers', '98765 43210 / 98765 43211', /at most 10|10 digits|Invalid/],
  ],
  email: [
    ['a comma for a dot', 'ketan@gmail,com'],
    ['no dot in the domain', 'ketan@gmail'],
    ['two dots', 'ketan..shah@gmail.com'],
    ['a dot before the sign', 'ketan.@gmail.com'],
    ['a space', 'ketan shah@gmail.com'],
    ['a second line', 'a@b.in\r\nBcc: c@d.in'],
    ['a name around it', 'Ketan Shah <ketan@gmail.com>'],
    ['two of them', 'ketan@gmail.com, asha@gmail.com'],
    ['quotes', '"victim@x"@gmail.com'],
    ['letters of Devanagari at a domain of ASCII', 'केतन@gmail.com'],
    ['digits of Devanagari', 'ketan१२@gmail.com'],
  ],
  birth: [
    ['two digits of a year', '0095-03-04'],
    ['a slip of the keys', '1895-03-04'],
    ['the day before the first', '1899-12-31'],
    ['a year of six digits', '12026-01-01'],
    ['no day of a calendar', '1998-02-30'],
    ['a day to come', '2999-01-01', /cannot be after today/],
  ],
  pincode: [
    ['too short', '39500'],
    ['a letter O', '39500O'],
  ],
  aadhaar: [
    ['too short', '2000 0001 432'],
    ['what Excel made of a number', '2.00000E+11'],
  ],
  account: [
    ['what Excel made of a number', '1.23457E+15'],
    ['a number that was rounded', 123_456_789_012_345_680, /required/],
  ],
  ifsc: [['a letter for the zero', 'SBINO001234']],
  code: [['five digits', '12345']],
}

/** Sentences of the desk are texts, not keys. */
function saidOf(message = 'taken'): string {
  return message.includes(' ') ? message : english(message)
}

const kinds = Object.keys(fields) as Kind[]
describe.each(kinds.flatMap((kind) => fields[kind].map((field) => [kind, ...field] as const)))(
  'the %s of %s',
  (kind, _, schema, sentence) => {
    it.each(read[kind])('reads what comes from %s: %j', (_from, written, meant) => {
      expect(schema.safeParse(written).data).toBe(meant)
    })
    it.each(refused[kind] ?? [])('refuses %s, in its own sentence: %j', (_why, written, other) => {
      const said = saidOf(schema.safeParse(written).error?.issues[0]?.message)
      if (other) expect(said).toMatch(other)
      else expect(said).toBe(sentence)
    })
  },
)

test('this table contains every phone, e-mail and day of the forms', () => {
  const byType = { tel: fields.phone, email: fields.email, date: fields.birth } as const
  for (const table of [enquiryFields, applicationFields, executiveFields, bankFields])
    for (const [name, field] of Object.entries(table)) {
      const type = (field as Field).input?.type
      if (!type) continue
      const known: readonly (readonly [string, Schema, string])[] = byType[type]
      expect([name, known.some(([, schema]) => schema === field.schema)]).toEqual([name, true])
    }
})

describe('the suggestion for a refused address', () => {
  it.each([
    ['ketan@gmail,com', 'ketan@gmail.com'],
    ['ketan@gmail', 'ketan@gmail.com'],
    ['ketan@gmailcom', 'ketan@gmail.com'],
    ['ketangmail.com', 'ketan@gmail.com'],
    ['ketan..shah@gmail.com', 'ketan.shah@gmail.com'],
    ['ketan.@gmail.com', 'ketan@gmail.com'],
    ['ketan @ gmail.com', 'ketan@gmail.com'],
    ['ketan@@gmail.com', 'ketan@gmail.com'],
    ['ketan@gmail.com;', 'ketan@gmail.com'],
    ['"Ketan Shah" <ketan@gmail.com>', 'ketan@gmail.com'],
    ['ketan@gmail.com, asha@gmail.com', 'ketan@gmail.com'],
    ['ketan१२@gmail.com', 'ketan12@gmail.com'],
    ['ｋｅｔａｎ＠ｇｍａｉｌ．ｃｏｍ', 'ketan@gmail.com'],
    ['\u202aketan@yahoo,co,in\u202c', 'ketan@yahoo.co.in'],
  ])('%j the likely one is %s', (written, likely) => expect(likelyEmail(written)).toBe(likely))

  it.each(['', 'ketan', 'केतन@gmail.com', '@gmail.com', '9876543210', 'x'.repeat(120)])(
    'none is guessed at: %j',
    (written) => expect(likelyEmail(written)).toBeUndefined(),
  )
})
