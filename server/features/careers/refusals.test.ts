import { afterEach, describe, expect, it, vi } from 'vitest'
import { errorMessages } from '#contract/messages/en/common.ts'
import {
  documentPart,
  multipart,
  postApplication,
  postBody,
  somebody,
  textParts,
} from '#tests/support/application.ts'
import { buildPdf } from '#tests/support/bad-files/pdf.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { storedApplications } from '#tests/support/stored-place.ts'

describe('career-application', () => {
  const server = sharedServer()
  afterEach(() => vi.useRealTimers())

  // What each rule takes and refuses is proven beside it (contract/schemas/schemas.test.ts).
  it('refuses a field with its one sentence', async () => {
    const { status, body } = await postApplication(server.url, { ...somebody(), phone: '98765x3210' })
    const errors = [{ field: 'phone', message: 'Invalid phone number' }]
    expect([status, body]).toEqual([422, { message: errorMessages.invalid, code: 'invalid', errors }])
  })

  it('asks for the resume, and names every bad field in the order of the form', async () => {
    const without = await postApplication(server.url, somebody(), [documentPart('pan_card')])
    expect(without.body.errors).toEqual([{ field: 'resume', message: 'Resume is required' }])
    const { body } = await postApplication(server.url, {}, [documentPart('pan_card', buildPdf(), 'pan.exe')])
    expect(body.errors?.map(({ field }) => field)).toEqual([
      'full_name',
      'email',
      'phone',
      'date_of_birth',
      'resume',
      'pan_card',
    ])
  })

  it.each([
    ['2026-11-20T18:29:59.999Z', '2026-11-20', 201],
    ['2026-11-20T18:29:59.999Z', '2026-11-21', 422],
    ['2026-11-20T18:30:00.000Z', '2026-11-21', 201],
    ['2026-11-20T18:30:00.000Z', '2026-11-22', 422],
    ['2028-02-28T18:30:00.000Z', '2028-02-29', 201],
    ['2026-12-31T18:30:00.000Z', '2027-01-01', 201],
  ])('at %s takes or refuses %s by the day in India: %i', async (now, date_of_birth, expected) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) })
    const { status, body } = await postApplication(server.url, { ...somebody(), date_of_birth })
    expect(status).toBe(expected)
    if (expected === 422)
      expect(body.errors).toEqual([
        { field: 'date_of_birth', message: 'Date of birth cannot be after today' },
      ])
  })

  it('ignores fields and files it does not know, and keeps nothing of them', async () => {
    const person = somebody()
    const body = multipart([
      ...textParts({ ...person, id: 'mine', email_index: 'mine', status: 'placed' }),
      { name: 'malware', filename: 'a.exe', content: 'MZ' },
      documentPart(),
    ])
    expect((await postBody(server.url, body)).status).toBe(201)
    const stored = (await storedApplications(server)).find(({ email }) => email === person.email)
    expect(stored).toMatchObject(person)
    expect([stored?.id === 'mine', stored?.documents.length]).toEqual([false, 1])
  })
})
