import { Form } from '#web/ui/field.tsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { todayInIndia } from '#contract/dates.ts'
import { missingToPublish, type VacancyContent, type VacancyFieldName } from '#contract/fields/vacancy.ts'
import { vacancyWords as words } from './words.ts'
import { staffPages } from '#contract/paths.ts'
import { reference as recordReference } from '#contract/schemas/staff-records.ts'
import type { VacancyDetail } from '#contract/schemas/vacancies.ts'
import { call, conflictOf, problemOf, useCall, useSending } from '#web/features/staff/calls.ts'
import { dayText } from '#web/features/staff/format.tsx'
import {
  Link,
  moveTo,
  type Place,
  recordPath,
  useQueryText,
  vacancyBoardPath,
  vacancyPath,
} from '#web/features/staff/router.tsx'
import { Denied, Loaded, Panel, Problem, Said, Screen, Unknown } from '#web/features/staff/screen.tsx'
import { CallError, useMay } from '#web/features/staff/session.ts'
import { leadTo } from '#web/lib/focus.ts'
import { ActionButton, SubmitButton } from '#web/ui/button.tsx'
import { Banner } from '#web/ui/status.tsx'
import { toast } from '#web/ui/toast.ts'
import { Actions } from './actions.tsx'
import { type Errors, fieldOf, readTyped, useVacancyDraft } from './draft.ts'
import { VacancyFields } from './form.tsx'
import { VacancyState } from './list-screen.tsx'
import { Preview } from './preview.tsx'

/** One vacancy with its editor, and a new one. */
export function VacancyScreen({ place }: { place: Place }) {
  if (place.is !== 'vacancy') return null
  return place.reference === undefined ? <NewVacancy /> : <Found reference={place.reference} />
}

/** Stored by the first «Save». */
function NewVacancy() {
  const may = useMay('vacancies.create')
  const { data: enquiry } = recordReference.safeParse(new URLSearchParams(useQueryText()).get('enquiry'))
  if (!may) return <Denied />
  return (
    <Screen title={words.new} actions={<BackToList />}>
      {enquiry === undefined ? <Editor vacancy={null} /> : <FromEnquiry reference={enquiry} />}
    </Screen>
  )
}

/** Starts with the sender of the enquiry as the employer and as the person who agrees; their words are beside the form. */
function FromEnquiry({ reference }: { reference: string }) {
  const query = useCall('records.read', { params: { kind: 'enquiries', reference } })
  return (
    <>
      <OfEnquiry reference={reference} />
      <Loaded query={query}>
        {({ name, asked }) => (
          <Editor
            vacancy={null}
            enquiry={reference}
            begin={{ employer: name, agreed_by: name }}
            beside={
              <Panel title={words.enquiryText}>
                {asked.map(({ label, value }) => (
                  <p key={label} className="wrap-anywhere whitespace-pre-wrap">
                    {value}
                  </p>
                ))}
              </Panel>
            }
          />
        )}
      </Loaded>
    </>
  )
}

function Found({ reference }: { reference: string }) {
  const query = useCall('vacancies.read', { params: { reference } })
  if (query.error instanceof CallError && query.error.failure.cause.status === 404) return <Unknown />
  const { data } = query
  return (
    <Screen
      title={data ? data.title || words.untitled : reference}
      code={data && reference}
      tab={reference}
      actions={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <BackToList />
          <Link href={vacancyBoardPath(reference)} className="button button-quiet">
            {words.board}
          </Link>
        </div>
      }
    >
      <Loaded query={query}>
        {(vacancy) => (
          <>
            <Lead vacancy={vacancy} />
            <Editor vacancy={vacancy} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}

function BackToList() {
  return (
    <Link href={staffPages.vacancies} className="link">
      {words.back}
    </Link>
  )
}

function OfEnquiry({ reference }: { reference: string }) {
  return (
    <span>
      {words.ofEnquiry}{' '}
      <Link href={recordPath(reference)} className="link font-semibold whitespace-nowrap digits">
        {reference}
      </Link>
    </span>
  )
}

function Lead({ vacancy }: { vacancy: VacancyDetail }) {
  const { state, postedOn, placed, openings, enquiry, address } = vacancy
  return (
    <div className="-mt-2 mb-4 flex flex-wrap items-baseline gap-x-5 gap-y-1 wrap-anywhere">
      <VacancyState {...vacancy} />
      {postedOn && (
        <span className="text-quiet">
          {words.postedOn} <time dateTime={postedOn}>{dayText(postedOn)}</time>
        </span>
      )}
      {openings !== null && <span className="text-quiet">{words.placed(placed, openings)}</span>}
      {state === 'published' && (
        <a href={address} className="link">
          {words.page}
        </a>
      )}
      {enquiry !== null && <OfEnquiry reference={enquiry} />}
    </div>
  )
}

interface EditorProps {
  /** Null until it is stored. */
  vacancy: VacancyDetail | null
  enquiry?: string | undefined
  /** The initial values of a new one. */
  begin?: Partial<VacancyContent>
  beside?: ReactNode
}

/** Every field, what is missing for publishing, and beside it a preview of the page. */
function Editor({ vacancy, enquiry, begin, beside }: EditorProps) {
  const may = useMay('vacancies.change')
  const draft = useVacancyDraft(vacancy, vacancy?.reference ?? `new-${enquiry ?? ''}`, begin)
  const [errors, setErrors] = useState<Errors>({})
  const form = useFormLead(errors)
  const { content } = readTyped(draft.typed)
  const missing = byField(missingToPublish(content, todayInIndia()))
  const store = useStoring({ vacancy, enquiry, draft, setErrors })

  function submit(publishes: boolean) {
    const read = readTyped(draft.typed)
    const mustBeWhole = publishes || vacancy?.state === 'published'
    const wrong = {
      ...(mustBeWhole ? byField(missingToPublish(read.content, todayInIndia())) : {}),
      ...read.errors,
      ...badDays(form.current),
    }
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    if (publishes) store.publish.send(read.content)
    else store.save.send(read.content)
  }
  const isWrong = Object.keys(errors).length > 0
  const lacks = Object.keys(missing).length
  return (
    <div className="grid grid-cols-1 items-start gap-3 min-[72rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Form
        ref={form}
        className="panel [&_:is(input,select,textarea)]:scroll-mb-40"
        submit={() => submit(false)}
      >
        {draft.changes.length > 0 && <Conflict changes={draft.changes} drop={draft.drop} />}
        <fieldset disabled={!may} className="min-w-0">
          <VacancyFields
            typed={draft.typed}
            errors={errors}
            missing={vacancy?.state === 'closed' ? {} : missing}
            set={(name, value) => {
              draft.set(name, value)
              setErrors(({ [name]: _, ...rest }) => rest)
            }}
          />
        </fieldset>
        {may && (
          // Stays in the window, since the form is longer than any window.
          <div className="sticky bottom-0 z-2 -mx-5 grid gap-1 border-t border-line bg-panel px-5 py-2 print:hidden">
            <div className="flex flex-wrap items-center gap-2">
              <SubmitButton
                busy={store.save.busy}
                disabled={store.publish.busy || (vacancy !== null && !draft.isChanged)}
              >
                {words.save}
              </SubmitButton>
              {vacancy?.state !== 'published' && (
                <ActionButton
                  busy={store.publish.busy}
                  disabled={store.save.busy}
                  onClick={() => submit(true)}
                >
                  {words.publish}
                </ActionButton>
              )}
            </div>
            <Said>
              {[
                draft.isChanged && words.notSavedYet,
                vacancy?.state !== 'published' && (lacks > 0 ? words.missing(lacks) : words.complete),
              ]
                .filter(Boolean)
                .join(' ')}
            </Said>
            <Problem>{isWrong ? words.wrong : problemOf(store.save, store.publish)}</Problem>
          </div>
        )}
        {may && vacancy && <Actions vacancy={vacancy} follow={draft.follow} drop={draft.drop} />}
      </Form>
      <div className="stack min-w-0 min-[72rem]:sticky min-[72rem]:top-4">
        {beside}
        <Preview content={content} />
      </div>
    </div>
  )
}

interface FieldMessage {
  field: VacancyFieldName
  message: string
}

function byField(messages: readonly FieldMessage[]): Errors {
  return Object.fromEntries(messages.map(({ field, message }) => [field, message]))
}

/** Returns the errors of partly typed days, which browsers report as empty. */
function badDays(form: HTMLFormElement | null): Errors {
  const days = [...(form?.querySelectorAll<HTMLInputElement>('[type="date"]') ?? [])]
  const bad = days.filter(({ validity }) => validity.badInput)
  return Object.fromEntries(
    bad.map(({ name }) => {
      const read = fieldOf(name as VacancyFieldName).schema.safeParse('?')
      return [name, read.error?.issues[0]?.message]
    }),
  )
}

/** Focuses the first wrong field after it is rendered. */
function useFormLead(errors: Errors) {
  const form = useRef<HTMLFormElement>(null)
  const count = useRef(0)
  useEffect(() => {
    const now = Object.keys(errors).length
    // Correcting one field must not move the focus from where somebody types.
    if (now > count.current) leadTo(form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null)
    count.current = now
  }, [errors])
  return form
}

interface Storing extends Pick<EditorProps, 'vacancy' | 'enquiry'> {
  draft: ReturnType<typeof useVacancyDraft>
  setErrors(errors: Errors): void
}

/** Saves and publishes what is typed. */
function useStoring({ vacancy, enquiry, draft, setErrors }: Storing) {
  async function saved(content: VacancyContent): Promise<VacancyDetail> {
    if (vacancy && !draft.isChanged) return vacancy
    const now = vacancy
      ? await call('vacancies.change', {
          params: { reference: vacancy.reference },
          body: { version: draft.version, content, agreedAnew: draft.isAgreedAnew(content) },
        })
      : await call('vacancies.create', {
          body: { content, ...(enquiry === undefined ? {} : { enquiry }) },
        })
    if (vacancy) draft.saved(now)
    else draft.drop()
    return now
  }
  /** A conflict keeps what was typed, based on what the other person saved; other refusals are shown at their fields. */
  function failed(error: unknown): void {
    const now = conflictOf<VacancyDetail>(error)
    if (now && draft.isChanged) return draft.meet(now)
    if (error instanceof CallError) setErrors(errorsOf(error))
    throw error
  }
  const save = useSending(async (content: VacancyContent) => {
    try {
      const now = await saved(content)
      toast.success(words.saved)
      if (!vacancy) moveTo(vacancyPath(now.reference), { replace: true })
    } catch (error) {
      failed(error)
    }
  })
  const publish = useSending(async (content: VacancyContent) => {
    let reference = ''
    try {
      const stored = await saved(content)
      reference = stored.reference
      const body = { version: stored.version }
      await call('vacancies.publish', { params: { reference }, body })
      toast.success(words.published)
    } catch (error) {
      failed(error)
    } finally {
      // A new vacancy is stored as a draft even if publishing was refused.
      if (!vacancy && reference) moveTo(vacancyPath(reference), { replace: true })
    }
  })
  return { save, publish }
}

/** Returns the errors of fields by name, which a change has below `content`. */
function errorsOf({ failure }: CallError): Errors {
  return Object.fromEntries(
    failure.errors.map(({ field, message }) => [field.replace(/^content\./, '').split('.')[0], message]),
  )
}

/** Tells the second person who saves what changed. */
function Conflict({ changes, drop }: { changes: readonly string[]; drop(): void }) {
  return (
    <Banner tone="warning">
      <p className="font-semibold">{words.conflict}</p>
      {changes.map((change) => (
        <p key={change} className="wrap-anywhere">
          {change}
        </p>
      ))}
      <p>{words.conflictKept}</p>
      <button
        type="button"
        className="button mt-3 border-current bg-transparent text-inherit hover:bg-transparent"
        onClick={drop}
      >
        {words.theirs}
      </button>
    </Banner>
  )
}
