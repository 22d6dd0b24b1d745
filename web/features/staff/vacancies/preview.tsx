import { useState } from 'react'
import { type VacancyContent, vacancyFields } from '#contract/fields/vacancy.ts'
import { jobPage } from '#contract/messages/en/jobs.ts'
import {
  counted,
  defaultLanguage,
  inRupees,
  type Language,
  languageCodes,
  languages,
} from '#contract/messages/languages.ts'
import { fill } from '#contract/messages/sentences.ts'
import { optionNames, vacancyWords as words } from '#contract/messages/staff-vacancies.ts'
import { type Inline, plainText, richText } from '#contract/rich-text.ts'
import { Select } from '#web/features/staff/controls.tsx'
import { dayText } from '#web/features/staff/format.tsx'
import { Panel } from '#web/features/staff/screen.tsx'

/** The page of a vacancy as it will look, with what is typed so far. */
export function Preview({ content }: { content: VacancyContent }) {
  const [language, setLanguage] = useState<Language>(defaultLanguage)
  const written = languageCodes.filter((code) => code === defaultLanguage || textIn(content, code).isWritten)
  const shown = written.includes(language) ? language : defaultLanguage
  const { title, description } = textIn(content, shown)
  return (
    <Panel
      title={words.preview}
      actions={
        written.length > 1 && (
          <Select
            label={words.previewLanguage}
            value={shown}
            choices={written.map((code) => [code, languages[code].english] as const)}
            choose={(code) => setLanguage(written.find((one) => one === code) ?? defaultLanguage)}
          />
        )
      }
    >
      <h3 className="text-title font-semibold wrap-anywhere" lang={title.lang}>
        {plainText(title.text) || <span className="text-quiet">{words.previewUntitled}</span>}
      </h3>
      <p className="wrap-anywhere">{content.confidential ? jobPage.confidential : content.employer}</p>
      <dl className="fill-[9rem] gap-x-4 gap-y-2">
        {factsOf(content).map(([label, value]) => (
          <div key={label}>
            <dt className="text-label text-quiet">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="stack wrap-anywhere" lang={description.lang}>
        {description.text ? (
          <Description text={description.text} />
        ) : (
          <p className="text-quiet">{words.previewEmpty}</p>
        )}
      </div>
    </Panel>
  )
}

/** Title and description in a language; what is not written in it is there in English, marked as that. */
function textIn(content: VacancyContent, language: Language) {
  const texts = {
    en: [content.title, content.description],
    hi: [content.title_hi, content.description_hi],
    gu: [content.title_gu, content.description_gu],
  } as const
  const [title, description] = texts[language]
  const [english, englishDescription] = texts.en
  const said = (own: string, other: string) =>
    own === '' ? { text: other, lang: languages.en.tag } : { text: own, lang: languages[language].tag }
  return {
    title: said(title, english),
    description: said(description, englishDescription),
    isWritten: title !== '' || description !== '',
  }
}

function rupees(sum: number | null): string {
  return inRupees(String(sum), defaultLanguage)
}

function placeOf({ remote, city, state, pincode, countries }: VacancyContent): string {
  if (!remote) return [[city, state].filter(Boolean).join(', '), pincode].filter(Boolean).join(' ')
  return countries === ''
    ? jobPage.remote
    : fill(jobPage.remoteFrom, { countries: countries.split(' ').map(countryName).join(', ') })
}

const countryNames = new Intl.DisplayNames(languages.en.tag, { type: 'region' })

/** A code that is typed in part is none. */
function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? code) : code
}

function payOf({ pay_from, pay_to, pay_unit }: VacancyContent): string {
  if ((pay_from === null && pay_to === null) || pay_unit === '') return ''
  const sums = { from: rupees(pay_from ?? pay_to), to: rupees(pay_to ?? pay_from) }
  const { payTo, payFrom, payBetween, payPer } = jobPage
  const between = sums.from === sums.to ? '{from}' : payBetween
  const form = pay_to === null ? payFrom : pay_from === null ? payTo : between
  return `${fill(form, sums)} ${payPer[pay_unit]}`
}

function experienceOf(months: number | null): string {
  if (months === null) return ''
  return months === 0 ? jobPage.noExperience : counted(months, 'month')
}

/** What is known of it, each under its name. */
function factsOf(content: VacancyContent): [label: string, value: string | number][] {
  const { employment, sector, openings, experience, education, open_until } = content
  const facts: [string, string | number | null][] = [
    [jobPage.place, placeOf(content)],
    [vacancyFields.employment.label, employment.map((one) => optionNames[one]).join(', ')],
    [jobPage.pay, payOf(content)],
    [vacancyFields.sector.label, sector && optionNames[sector]],
    [vacancyFields.openings.label, openings],
    [vacancyFields.experience.label, experienceOf(experience)],
    [vacancyFields.education.label, education],
    [vacancyFields.open_until.label, /^\d{4}-\d{2}-\d{2}$/.test(open_until) ? dayText(open_until) : ''],
  ]
  return facts.flatMap(([label, value]) => (value === '' || value === null ? [] : [[label, value]]))
}

/** Paragraphs, lists, bold and links of https; all else is text. */
function Description({ text }: { text: string }) {
  return richText(text).map(({ kind, items }, at) =>
    kind === 'list' ? (
      <ul key={at} className="list-disc pl-5">
        {items.map((item, index) => (
          <li key={index}>
            <Inlines parts={item} />
          </li>
        ))}
      </ul>
    ) : (
      <p key={at}>
        <Inlines parts={items[0] ?? []} />
      </p>
    ),
  )
}

function Inlines({ parts }: { parts: readonly Inline[] }) {
  return parts.map(({ text, bold, href }, at) => {
    if (href !== undefined)
      return (
        <a key={at} href={href} target="_blank" rel="external noopener nofollow noreferrer" className="link">
          {text}
        </a>
      )
    return bold ? <strong key={at}>{text}</strong> : text
  })
}
