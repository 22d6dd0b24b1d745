import { type Language, languageCodes, languages } from '#contract/messages/languages.ts'
import type { Config } from '#server/config/config.ts'
import { smsKind } from '#server/providers/kinds.ts'
import { smsTemplates, type SmsTemplate, type SmsVendor } from '#server/providers/sms/port.ts'
import { templateText } from '#server/providers/sms/registered-texts.ts'
import { optionsOf, type Command } from '#ops/command.ts'
import { withSettings } from '#ops/database.ts'

const help = `Prints the texts of the SMS, as they are registered with operators (DLT) and entered at the vendor.

Usage: npm run -s ops -- sms-texts

AGENCY_NAME, or AGENCY_NAME_HI and AGENCY_NAME_GU, and the host of PUBLIC_URL stand in them. Each is headed by the
setting that takes its id, and by how many SMS it takes: no more than two, or a shorter name or host is needed. A
language whose text is not registered gets the English one.
`

export const smsTextsCommand: Command = {
  summary: 'prints the texts of the SMS to register, in each language',
  help,
  async run(args) {
    optionsOf('sms-texts', args, {})
    await withSettings(async (config) => {
      const vendors: readonly SmsVendor[] = smsKind.vendors
      const texts = vendors.flatMap((vendor) =>
        languageCodes.flatMap((language) =>
          smsTemplates.map((template) => textOf(config, vendor, { template, language })),
        ),
      )
      process.stdout.write(texts.join('\n'))
    })
  },
}

function textOf(
  { agency, publicUrl }: Config,
  { title, place, templateSetting }: SmsVendor,
  { template, language }: { template: SmsTemplate; language: Language },
): string {
  const facts = { agency, host: new URL(publicUrl).host, place }
  const { operator, vendor } = templateText(template, language, facts)
  const count = segmentsOf(vendor.replaceAll(place, '000000'))
  const heading = `${templateSetting(template, language)} (${languages[language].english}, ${count} SMS)`
  return `${heading}, for the operator:\n\n${operator}\n\n${heading}, at ${title}:\n\n${vendor}\n`
}

/** Characters in each SMS of a message that takes several: of the GSM's alphabet, or UTF-16 units of any other script. */
const SEGMENT = { plain: 153, other: 67 }

/** How many SMS a text takes that is longer than one; of the GSM's alphabet only what ASCII has too is counted as such. */
function segmentsOf(text: string): number {
  return Math.ceil(text.length / (/^[\x20-\x7e\n]+$/.test(text) ? SEGMENT.plain : SEGMENT.other))
}
