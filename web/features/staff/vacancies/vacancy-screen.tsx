import { Form } from '#web/ui/field.tsx'
import type { ReactNode } from 'react'
import { todayInIndia } from '#contract/dates.ts'
import { missingToPublish, type VacancyContent } from '#contract/fields/vacancy.ts'
import { vacancyWords as words } from './words.ts'
import { staffPages } from '#contract/paths.ts'
import { reference as recordReference } from '#contract/schemas/staff-records.ts'
import type { VacancyDetail } from '#contract/schemas/vacancies.ts'
import { call, problemOf, useCall, useSending } from '#web/features/staff/calls.ts'
import { Conflict } from '#web/features/staff/conflict.tsx'
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
import { ActionButton, SubmitButton } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { Actions } from './actions.tsx'
import { contentOf, useVacancyForm, type VacancyForm } from './draft.ts'
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
  const form = useVacancyForm(vacancy, vacancy?.reference ?? `new-${enquiry ?? ''}`, begin)
  const content = contentOf(form.typed)
  const missing = missingToPublish(content, todayInIndia())
  const store = useStoring({ vacancy, enquiry, form })

  async function submit(publishes: boolean) {
    const right = await form.check(publishes || vacancy?.state === 'published')
    if (right) (publishes ? store.publish : store.save).send(right)
  }
  const isWrong = Object.keys(form.form.formState.errors).length > 0
  const lacks = missing.length
  return (
    <div className="grid grid-cols-1 items-start gap-3 min-[72rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Form
        ref={form.element}
        className="panel [&_:is(input,select,textarea)]:scroll-mb-40"
        submit={() => submit(false)}
      >
        <Conflict
          title={words.conflict}
          theirs={form.theirs}
          kept={words.conflictKept}
          drop={words.theirs}
          onDrop={form.drop}
        />
        <fieldset disabled={!may} className="min-w-0">
          <VacancyFields
            vacancy={form}
            missing={
              vacancy?.state === 'closed'
                ? {}
                : Object.fromEntries(missing.map(({ field, message }) => [field, message]))
            }
          />
        </fieldset>
        {may && (
          // Stays in the window, since the form is longer than any window.
          <div className="sticky bottom-0 z-2 -mx-5 grid gap-1 border-t border-line bg-panel px-5 py-2 print:hidden">
            <div className="flex flex-wrap items-center gap-2">
              <SubmitButton
                busy={store.save.busy}
                disabled={store.publish.busy || (vacancy !== null && !form.isChanged)}
              >
                {words.save}
              </SubmitButton>
              {vacancy?.state !== 'published' && (
                <ActionButton
                  busy={store.publish.busy}
                  disabled={store.save.busy}
                  onClick={() => void submit(true)}
                >
                  {words.publish}
                </ActionButton>
              )}
            </div>
            <Said>
              {[
                form.isChanged && words.notSavedYet,
                vacancy?.state !== 'published' && (lacks > 0 ? words.missing(lacks) : words.complete),
              ]
                .filter(Boolean)
                .join(' ')}
            </Said>
            <Problem>{isWrong ? words.wrong : problemOf(store.save, store.publish)}</Problem>
          </div>
        )}
        {may && vacancy && <Actions vacancy={vacancy} forget={form.forget} />}
      </Form>
      <div className="stack min-w-0 min-[72rem]:sticky min-[72rem]:top-4">
        {beside}
        <Preview content={content} />
      </div>
    </div>
  )
}

/** Saves and publishes what is typed. */
function useStoring({
  vacancy,
  enquiry,
  form,
}: Pick<EditorProps, 'vacancy' | 'enquiry'> & { form: VacancyForm }) {
  /** Stores what is typed; returns undefined if somebody else changed the vacancy in the meantime. */
  async function stored(content: VacancyContent): Promise<VacancyDetail | undefined> {
    if (vacancy && !form.isChanged) return vacancy
    if (vacancy) {
      const body = { content, agreedAnew: form.isAgreedAnew(content) }
      const params = { reference: vacancy.reference }
      return form.change((version) => call('vacancies.change', { params, body: { version, ...body } }))
    }
    const made = await call('vacancies.create', {
      body: { content, ...(enquiry === undefined ? {} : { enquiry }) },
    })
    form.forget()
    return made
  }
  function moveToStored(made: VacancyDetail, sent: VacancyContent) {
    form.handOver(made, sent)
    moveTo(vacancyPath(made.reference), { replace: true })
  }
  const save = useSending(async (content: VacancyContent) => {
    const now = await stored(content).catch(form.mark)
    if (!now) return
    toast.success(words.saved)
    if (!vacancy) moveToStored(now, content)
  })
  const publish = useSending(async (content: VacancyContent) => {
    const now = await stored(content).catch(form.mark)
    if (!now) return
    const { reference, version } = now
    try {
      await call('vacancies.publish', { params: { reference }, body: { version } }).catch(form.mark)
      toast.success(words.published)
    } finally {
      // A new vacancy is stored as a draft even if publishing was refused.
      if (!vacancy) moveToStored(now, content)
    }
  })
  return { save, publish }
}
