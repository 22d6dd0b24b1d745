import { type Language, languageCodes, languages } from '#contract/messages/languages.ts'
import type { Config } from '#server/config/config.ts'
import { smsKind } from '#server/providers/kinds.ts'
import { smsTemplates, type SmsTemplate, type SmsVendor } from '#server/providers/sms/port.ts'
import { templateText } from '#server/providers/sms/registered-texts.ts'
import { optionsOf, type Command } from '#ops/command.ts'
import { withSettings } from '#ops/database.ts'

const help = `Prints the texts of the SMS, as they are registered with operators (DLT) and entered at the vendor.

Usage: npm run -s ops -- sms-texts

The texts contain AGENCY_NAME (AGENCY_NAME_HI, AGENCY_NAME_GU) and the host of PUBLIC_URL. A heading names the setting
for the id of each text and how many SMS it needs: if more than two, choose a shorter name or host. A language without a
registered text gets the English one.
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

/** Characters per SMS of a long message: in the GSM alphabet, or UTF-16 units in other scripts. */
const SEGMENT = { plain: 153, other: 67 }

/** Returns how many SMS a long text needs. Only ASCII counts as the GSM alphabet. */
function segmentsOf(text: string): number {
  return Math.ceil(text.length / (/^[\x20-\x7e\n]+$/.test(text) ? SEGMENT.plain : SEGMENT.other))
}
