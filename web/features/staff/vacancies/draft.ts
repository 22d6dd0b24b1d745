import { useRef } from 'react'
import * as z from 'zod/mini'
import { latinDigits } from '#contract/fields/field.ts'
import {
  type VacancyContent,
  type VacancyField,
  vacancyContent,
  vacancyFieldNames,
  vacancyFields,
  type VacancyFieldName,
} from '#contract/fields/vacancy.ts'
import { conflictWords } from '#web/features/staff/record/words.ts'
import { optionNames } from '#contract/messages/staff-vacancies.ts'
import { vacancyWords } from './words.ts'
import { vacancyStateNames } from '#web/features/staff/words.ts'
import { vacancyDetail, type VacancyDetail } from '#contract/schemas/vacancies.ts'
import { useSelf } from '#web/features/staff/session.ts'
import { useDraft } from '#web/lib/form.ts'

const value = z.union([z.string(), z.boolean(), z.array(z.string())])
const typedSchema = z.record(z.enum(vacancyFieldNames), value)
const draftSchema = z.object({
  base: z.nullable(vacancyDetail),
  typed: typedSchema,
  changes: z._default(z.array(z.string()), []),
})

export type Value = z.infer<typeof value>
/** A vacancy as its controls hold it: a number is the typed text. */
export type Typed = Record<VacancyFieldName, Value>
/** What was typed and is not saved, with the vacancy at that time; null for a new one. */
export interface Draft {
  base: VacancyDetail | null
  typed: Typed
  /** What somebody else changed since then, one sentence each. */
  changes: string[]
}
export type Errors = Partial<Record<VacancyFieldName, string>>

function ofEach<Got>(run: (name: VacancyFieldName) => Got): Record<VacancyFieldName, Got> {
  const entries = vacancyFieldNames.map((name) => [name, run(name)])
  return Object.fromEntries(entries) as Record<VacancyFieldName, Got>
}

export function fieldOf(name: VacancyFieldName): VacancyField {
  return vacancyFields[name]
}

export function typedOf(content: VacancyContent): Typed {
  return ofEach((name) => {
    const held = content[name]
    return typeof held === 'number' ? String(held) : (held ?? '')
  })
}

/** Returns the value of a control; a text that is no number stays, since no schema accepts it. */
function sentOf(name: VacancyFieldName, typed: Value): unknown {
  if (fieldOf(name).input.as !== 'number' || typeof typed !== 'string') return typed
  const digits = latinDigits(typed).replaceAll(/[\s,]/g, '')
  if (digits === '') return null
  return /^\d{1,15}$/.test(digits) ? Number(digits) : typed
}

/** Returns the typed vacancy and its errors; a wrong field keeps its text, or is empty. */
export function readTyped(typed: Typed): { content: VacancyContent; errors: Errors } {
  const errors: Errors = {}
  const empty = vacancyContent.parse({})
  const content = ofEach((name) => {
    const read = fieldOf(name).schema.safeParse(sentOf(name, typed[name]))
    if (read.success) return read.data
    errors[name] = read.error.issues[0]?.message ?? ''
    return typeof empty[name] === 'string' ? typed[name] : empty[name]
  })
  return { content: content as VacancyContent, errors }
}

function isSame(one: Value, other: Value): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Returns the draft based on the current vacancy: what was typed stays, all other fields are current. */
export function rebased({ base, typed, changes }: Draft, now: VacancyDetail): Draft {
  const then = base && typedOf(base.content)
  const theirs = typedOf(now.content)
  return {
    base: now,
    changes,
    typed: ofEach((name) => (then && isSame(typed[name], then[name]) ? theirs[name] : typed[name])),
  }
}

const SHOWN_CHARACTERS = 80

/** Returns a short text for a field's value. */
function valueWords(held: VacancyContent[VacancyFieldName]): string {
  if (typeof held === 'boolean') return held ? vacancyWords.yes : vacancyWords.no
  const names: Partial<Record<string, string>> = optionNames
  const text = Array.isArray(held) ? held.map((one) => names[one]).join(', ') : String(held ?? '')
  const words = names[text] ?? text
  if (words.length > SHOWN_CHARACTERS) return `${words.slice(0, SHOWN_CHARACTERS)}…`
  return words || vacancyWords.empty
}

/** Returns what another person changed between two readings of a vacancy, one sentence each. */
export function changesBetween(before: VacancyDetail, now: VacancyDetail): string[] {
  const { changedField } = conflictWords
  const states = [before, now].map(({ state }) => vacancyStateNames[state])
  const [then = '', since = ''] = states
  return [
    ...(then === since ? [] : [changedField(vacancyWords.columns.state, then, since)]),
    ...vacancyFieldNames.flatMap((name) => {
      const [was, is] = [before.content[name], now.content[name]]
      if (JSON.stringify(was) === JSON.stringify(is)) return []
      return [changedField(fieldOf(name).label, valueWords(was), valueWords(is))]
    }),
  ]
}

/** The unsaved draft of a vacancy, for the person who typed it. */
export function useVacancyDraft(
  vacancy: VacancyDetail | null,
  place: string,
  begin: Partial<VacancyContent> = {},
) {
  const key = `desk-vacancy-${useSelf().id}-${place}`
  const { draft, keep } = useDraft(key, draftSchema, (kept) => (vacancy && kept ? met(kept, vacancy) : kept))
  /** Includes what was typed while a call was in progress. */
  const latest = useRef(draft)
  latest.current = draft
  const { base = vacancy, changes = [] } = draft ?? {}
  const typed = draft?.typed ?? typedOf(vacancy?.content ?? vacancyContent.parse(begin))
  return {
    typed,
    isChanged: draft !== undefined,
    changes,
    /** The version that a change is based on. */
    version: base?.version ?? 0,
    set: (name: VacancyFieldName, now: Value) => {
      const next = { ...typed, [name]: now }
      keep({ base, changes, typed: base && asksAnew[name] ? permittedFor(base.content, typed, next) : next })
    },
    /** Returns whether a permission was typed for another employer than the stored one, so it was given anew. */
    isAgreedAnew: (content: VacancyContent) =>
      base !== null && content.agreed && isOtherEmployer(base.content, content),
    /** Marks the draft as stored, as it was when this was first called; what was typed since is not. */
    saved(now: VacancyDetail) {
      const { current } = latest
      keep(current && current !== draft ? { ...current, base: now, changes: [] } : undefined)
    },
    /** Somebody else saved in between. */
    meet: (now: VacancyDetail) => latest.current && keep(met(latest.current, now)),
    /** The person changed the vacancy here in another way. */
    follow: (now: VacancyDetail) => latest.current && keep(rebased(latest.current, now)),
    drop: () => keep(undefined),
  }
}

/** Fields whose change may need another permission of the employer. */
const asksAnew: Partial<Record<VacancyFieldName, true>> = { employer: true, confidential: true }
const permission = ['agreed', 'agreed_by', 'agreed_on', 'agreed_to_show'] as const

function isOtherEmployer(before: VacancyContent, now: { employer: Value; confidential: Value }): boolean {
  return before.employer !== now.employer || (before.confidential && now.confidential !== true)
}

/** Returns what is typed, without a permission for another employer, and with the stored one for the stored employer. */
export function permittedFor(before: VacancyContent, was: Typed, typed: Typed): Typed {
  const isOther = isOtherEmployer(before, typed)
  if (!isOther && !isOtherEmployer(before, was)) return typed
  const source = typedOf(isOther ? vacancyContent.parse({}) : before)
  return { ...typed, ...Object.fromEntries(permission.map((name) => [name, source[name]])) }
}

/** Returns a draft based on what somebody else saved, with their changes. */
function met(draft: Draft, now: VacancyDetail): Draft {
  const { base } = draft
  if (base?.version === now.version) return draft
  return { ...rebased(draft, now), changes: base ? changesBetween(base, now) : [] }
}
