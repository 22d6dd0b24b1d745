import { useState } from 'react'
import type { VacancyContent } from '#contract/fields/vacancy.ts'
import { defaultLanguage, type Language, languageCodes, languages } from '#contract/messages/languages.ts'
import { vacancyWords as words } from './words.ts'
import { plainText } from '#contract/rich-text.ts'
import { inLanguage } from '#contract/schemas/jobs.ts'
import { Panel } from '#web/features/staff/screen.tsx'
import { Select } from '#web/ui/field.tsx'
import { Description, VacancyFacts } from '#web/ui/vacancy.tsx'

/** The page of a vacancy with what is typed so far. */
export function Preview({ content }: { content: VacancyContent }) {
  const [language, setLanguage] = useState<Language>(defaultLanguage)
  const [written, shown] = [languageCodes.filter(isWritten), isWritten(language) ? language : defaultLanguage]
  function isWritten(code: Language): boolean {
    const own = [inLanguage(content, 'title', code), inLanguage(content, 'description', code)]
    return own.some((text) => text.language === code)
  }
  const title = inLanguage(content, 'title', shown)
  const description = inLanguage(content, 'description', shown)
  const employer = content.confidential ? '' : content.employer || undefined
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
      <h3 className="text-title font-semibold wrap-anywhere" lang={languages[title.language].tag}>
        {plainText(title.text) || <span className="text-quiet">{words.previewUntitled}</span>}
      </h3>
      <VacancyFacts vacancy={{ ...content, employer }} className="fill-[9rem] gap-x-4" />
      <div
        className="stack wrap-anywhere [&_ul]:list-disc [&_ul]:pl-5"
        lang={languages[description.language].tag}
      >
        {description.text ? (
          <Description text={description.text} target="_blank" />
        ) : (
          <p className="text-quiet">{words.previewEmpty}</p>
        )}
      </div>
    </Panel>
  )
}
