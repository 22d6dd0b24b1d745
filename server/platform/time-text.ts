import { type Language, languages } from '#contract/messages/languages.ts'

/** Day and time in India, in words. */
export const inIndia = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'long',
  timeStyle: 'short',
})

/** Returns the same in another language, with Latin digits as everywhere. */
export function timeInIndia(at: number, language: Language): string {
  const inLanguage = new Intl.DateTimeFormat(`${languages[language].tag}-u-nu-latn`, {
    timeZone: 'Asia/Kolkata',
    dateStyle: 'long',
    timeStyle: 'short',
    // Hindi would get the English «am» before its own word for the hour.
    hourCycle: language === 'hi' ? 'h23' : 'h12',
  })
  return inLanguage.format(at)
}
