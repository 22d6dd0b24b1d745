import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { missingToPublish, type VacancyContent, vacancyContent } from '#contract/fields/vacancy.ts'
import { todayInIndia } from '#contract/dates.ts'
import type { StaffMe } from '#contract/schemas/staff-access.ts'
import type { VacancyDetail } from '#contract/schemas/vacancies.ts'
import { conflictWords } from '#web/features/staff/record/words.ts'
import { type Place, vacancyPath } from '#web/features/staff/router.tsx'
import { queryClient, Self } from '#web/features/staff/session.ts'
import { VacancyScreen } from './vacancy-screen.tsx'
import { vacancyWords as words } from './words.ts'

const self = { id: 'asha', name: 'Asha', role: 'recruiter' } as StaffMe
/** Another of each test, since a tab remembers which versions it made. */
let reference = ''
let count = 0
/** The vacancy as the server has it. */
let vacancy: VacancyDetail
/** What was sent to be saved. */
let asked: { version: number; content: VacancyContent }[]
let refusal: Response | undefined
/** Holds back the answers to what is saved, if there is one. */
let held: Promise<unknown> | undefined

/** Somebody saves it. */
function save(change: Partial<VacancyContent>): void {
  const content = { ...vacancy.content, ...change }
  vacancy = { ...vacancy, title: content.title, version: vacancy.version + 1, content }
}

function answer(url: string, init?: RequestInit): Response {
  const body = init?.body
    ? (JSON.parse(String(init.body)) as { version: number; content: VacancyContent })
    : undefined
  if (!body) return Response.json(vacancy)
  if (url.endsWith('vacancies')) save(body.content)
  else if (url.endsWith('extend')) save({ open_until: '2026-12-31' })
  else {
    asked.push(body)
    if (refusal) return refusal
    const refused = { message: 'Somebody else was first.', code: 'changed_meanwhile', vacancy }
    if (body.version !== vacancy.version) return Response.json(refused, { status: 409 })
    save(body.content)
  }
  return Response.json(vacancy)
}

async function open(place: Place = { is: 'vacancy', reference }): Promise<void> {
  render(
    <QueryClientProvider client={queryClient}>
      <Self value={self}>
        <VacancyScreen place={place} />
      </Self>
    </QueryClientProvider>,
  )
  await screen.findByLabelText('Title')
}

beforeEach(() => {
  queryClient.clear()
  count += 1
  reference = `VA-7K3M9${count}`
  asked = []
  refusal = undefined
  held = undefined
  const content = vacancyContent.parse({
    title: 'Accountant',
    city: 'Surat',
    employment: ['intern'],
    openings: 2,
  })
  vacancy = {
    ...{ reference, title: content.title, state: 'draft', closedAs: null, sector: '', employer: '' },
    place: 'Surat',
    ...{ postedOn: '', openUntil: '', openings: 2, placed: 0, applicants: {}, version: 1, content },
    ...{ createdAt: '2026-11-20T06:30:00.000Z', enquiry: null, missing: [], address: '' },
  }
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const answered = answer(url, init)
    if (init?.body) await held
    return answered
  })
})

afterEach(() => history.replaceState(null, '', '/'))

function field(label: string): HTMLInputElement {
  return screen.getByLabelText(label, { exact: true })
}
function type(label: string, value: string): void {
  fireEvent.input(field(label), { target: { value } })
}
function press(name: string): void {
  fireEvent.click(screen.getByRole('button', { name }))
}

async function isSaved(): Promise<void> {
  await waitFor(() => expect(screen.queryByText(words.notSavedYet, { exact: false })).toBeNull())
}

test('what is typed is sent as it is read, stands as it was sent, and is not kept then', async () => {
  await open()
  type('Title', ' Bookkeeper ')
  type('Openings', '१')
  fireEvent.click(field('Full time'))
  fireEvent.click(field('Fully remote'))
  await screen.findByRole('heading', { name: 'Bookkeeper', level: 3 })
  press(words.save)
  await isSaved()
  const { content } = asked[0] ?? {}
  expect(content).toMatchObject({ title: 'Bookkeeper', openings: 1, remote: true, city: 'Surat' })
  expect(content?.employment).toEqual(['full_time', 'intern'])
  expect([field('Title').value, sessionStorage.length]).toEqual(['Bookkeeper', 0])
})

test('what is typed is there again after a reload, until it is dropped for what others saved', async () => {
  await open()
  type('Title', 'Bookkeeper')
  fireEvent.click(field('Full time'))
  await screen.findByText(words.notSavedYet, { exact: false })
  cleanup()
  queryClient.clear()
  save({ title: 'Auditor', city: 'Vapi' })
  await open()
  await screen.findByText(words.conflict)
  screen.getByText(conflictWords.changedField('City', 'Surat', 'Vapi'))
  await waitFor(() => expect(field('City').value).toBe('Vapi'))
  expect([field('Title').value, field('Full time').checked]).toEqual(['Bookkeeper', true])
  press(words.theirs)
  await waitFor(() => expect(screen.queryByText(words.conflict)).toBeNull())
  expect([field('Title').value, field('Full time').checked, sessionStorage.length]).toEqual([
    'Auditor',
    false,
    0,
  ])
})

test('the second to save is told what changed, and saves over it', async () => {
  await open()
  type('Title', 'Bookkeeper')
  save({ title: 'Auditor', city: 'Vapi' })
  // Read again, it takes nobody away from where they type.
  await act(() => queryClient.invalidateQueries({ queryKey: ['vacancies.read'] }))
  expect(screen.queryByText(words.conflict)).toBeNull()
  press(words.save)
  await screen.findByText(words.conflict)
  screen.getByText(conflictWords.changedField('Title', 'Accountant', 'Auditor'))
  press(words.save)
  await isSaved()
  expect(vacancy.content).toMatchObject({ title: 'Bookkeeper', city: 'Vapi' })
  expect(screen.queryByText(words.conflict)).toBeNull()
})

test('what one does oneself beside typing is no change by somebody else', async () => {
  vacancy = { ...vacancy, state: 'published', openUntil: '2026-12-01' }
  save({ open_until: '2026-12-01' })
  await open()
  type('Title', 'Bookkeeper')
  press(words.extend)
  await waitFor(() => expect(field('Open until').value).toBe('2026-12-31'))
  expect([field('Title').value, screen.queryByText(words.conflict)]).toEqual(['Bookkeeper', null])
  cleanup()
  await open()
  expect([field('Title').value, screen.queryByText(words.conflict)]).toEqual(['Bookkeeper', null])
})

test('what is wrong, or missing for publishing, or refused by the server stands at its field', async () => {
  await open()
  type('Openings', 'many')
  press(words.publish)
  await screen.findByText(words.wrong)
  expect(asked).toEqual([])
  const missing = missingToPublish(vacancy.content, todayInIndia()).map(({ message }) => message)
  for (const message of [...missing, 'This is a whole number']) screen.getAllByText(message)
  expect(field('Openings').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field('Description'))

  type('Openings', '3')
  const errors = [{ field: 'content.city', message: 'No such city' }]
  refusal = Response.json({ message: 'Please look.', code: 'invalid', errors }, { status: 422 })
  press(words.save)
  await screen.findByText('No such city')
  expect(document.activeElement).toBe(field('City'))
})

test('a permission goes with the employer who gave it, and comes back with them', async () => {
  save({ employer: 'Mills', agreed: true, agreed_by: 'Mr M' })
  await open()
  type('Employer', 'Tata Steel')
  await waitFor(() => expect(field('The employer has agreed').checked).toBe(false))
  expect(field('Agreed by').value).toBe('')
  type('Employer', 'Mills')
  await waitFor(() => expect(field('The employer has agreed').checked).toBe(true))
  expect(field('Agreed by').value).toBe('Mr M')
})

test('what is typed while a text is saved over another person’s change is saved over no older version', async () => {
  await open()
  type('Title', 'Bookkeeper')
  save({ city: 'Vapi' })
  press(words.save)
  await screen.findByText(words.conflict)
  const gate = Promise.withResolvers<void>()
  held = gate.promise
  press(words.save)
  await waitFor(() => expect(vacancy.version).toBe(3))
  type('State', 'Gujarat')
  held = undefined
  gate.resolve()
  await waitFor(() => expect(screen.queryByText(words.conflict)).toBeNull())
  // A reload does not take the change for another person's.
  const [draft = ''] = Object.values({ ...sessionStorage }) as string[]
  expect(draft).toContain('"version":3')
  press(words.save)
  await isSaved()
  expect(vacancy.content).toMatchObject({ title: 'Bookkeeper', city: 'Vapi', state: 'Gujarat' })
  expect(asked.map(({ version }) => version)).toEqual([1, 2, 3])
})

test('what is typed while a new vacancy is stored is there in the stored one', async () => {
  await open({ is: 'vacancy' })
  type('Title', 'Bookkeeper')
  const gate = Promise.withResolvers<void>()
  held = gate.promise
  press(words.save)
  await waitFor(() => expect(vacancy.version).toBe(2))
  type('State', 'Gujarat')
  gate.resolve()
  await waitFor(() => expect(location.pathname).toBe(vacancyPath(reference)))
  cleanup()
  await open()
  expect([field('Title').value, field('State').value]).toEqual(['Bookkeeper', 'Gujarat'])
  screen.getByText(words.notSavedYet, { exact: false })
  cleanup()
  await open({ is: 'vacancy' })
  expect([field('Title').value, field('State').value]).toEqual(['', ''])
})
