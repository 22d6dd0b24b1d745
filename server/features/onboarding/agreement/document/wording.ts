import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Language } from '#contract/messages/languages.ts'
import { pages } from '#contract/paths.ts'
import type { AgreementBlock, AgreementSection } from '#contract/schemas/agreements.ts'
import { dictionaries, say } from '#server/platform/requested-language.ts'
import type { AgreementData } from './agreement-data.ts'
import { todayInIndia } from '#contract/dates.ts'
import { formatDay, formatRupees, paragraph, table } from './format-values.ts'

const read = new Map<string, string>()

/** The wording of a version. A new version gets a file of its own; these stay as they were accepted. */
function wordingOf({ version, annex }: AgreementData, language: Language): string {
  const file = `#contract/messages/${language}/${annex ? 'annex' : 'agreement'}-${version}.md`
  const text = read.get(file) ?? readFileSync(fileURLToPath(import.meta.resolve(file)), 'utf8')
  read.set(file, text)
  return text
}

/** The terms of the agreement in a language, filled in. */
export function termsIn(data: AgreementData, language: Language): AgreementSection[] {
  const values = valuesOf(data, language)
  const [, ...clauses] = wordingOf(data, language).split(/^## /m)
  return clauses.map((clause) => termsOf(clause, values, data.photo !== undefined))
}

type Values = Record<string, string>

/** What stands in braces in the wordings. */
function valuesOf(
  { agency, publicUrl, person, mandate, annex, ...data }: AgreementData,
  language: Language,
): Values {
  const place = [person.address, person.city, person.state, person.pincode, person.country]
  const named = {
    agency: { ...agency, name: agency.name.charAt(0).toUpperCase() + agency.name.slice(1) },
    pages,
    person: {
      ...person,
      dob: formatDay(person.dob, language),
      gender: dictionaries[language].agreementDocument.gender[person.gender],
      place: place.filter(Boolean).join(', '),
    },
    mandate: {
      ...mandate,
      maxAmount: formatRupees(mandate.maxAmount),
      firstDay: formatDay(mandate.firstDay, language),
      lastDay: formatDay(mandate.lastDay, language),
    },
    annex: annex
      ? {
          ...annex.before,
          agreement: annex.agreement,
          acceptedAt: formatDay(todayInIndia(annex.acceptedAt), language),
        }
      : {},
  }
  const pairs = Object.entries(named).flatMap(([group, values]) =>
    Object.entries(values).map(([name, value]) => [`${group}.${name}`, value]),
  )
  // The box has the words of the person's language, whichever of the texts speaks of it.
  const acceptWords = say('agreementMessages.accept', data.language)
  return { publicUrl, acceptWords, ...Object.fromEntries(pairs) }
}

/** One `## Heading {#id}` with its blocks; what a person gave is filled in last, so it is never read as Markdown. */
function termsOf(clause: string, values: Values, hasPhoto: boolean): AgreementSection {
  const fill = (text: string) =>
    text.replaceAll(/\{([\w.]+)\}/g, (_, name: string) => {
      const value = values[name]
      if (value === undefined)
        throw new Error(`the wording of an agreement names {${name}}, which is nothing`)
      return value
    })
  const [head = '', ...sources] = clause.trim().split('\n\n')
  const [, heading = '', id = ''] = /^(.+) \{#(.+)\}$/.exec(head) ?? []
  const blocks = sources
    .map((source) => blockOf(source, fill))
    .filter(({ kind }) => kind !== 'photo' || hasPhoto)
  return { id, part: 'terms', heading, blocks }
}

function blockOf(source: string, fill: (text: string) => string): AgreementBlock {
  const lines = source.split('\n')
  if (source.startsWith('![')) return { kind: 'photo', alt: source.slice(2, source.indexOf(']')) }
  if (source.startsWith('- ')) return { kind: 'list', items: lines.map((line) => fill(line.slice(2))) }
  if (!source.startsWith('| ')) return paragraph(fill(source))
  const [caption = ['', ''], , ...rows] = lines.map((line) => line.split('|').map((cell) => cell.trim()))
  return table(
    caption[1] ?? '',
    rows.map(([, label = '', value = '']) => [label, fill(value)]),
  )
}
