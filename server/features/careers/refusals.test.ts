import { afterEach, describe, expect, it, vi } from 'vitest'
import { applicationForm } from '#contract/messages/en/careers.ts'
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

  // Which days there are is proven beside the schema (contract/schemas/schemas.test.ts).
  const cases: [rule: string, change: Record<string, string | undefined>, field: string, sentence: string][] =
    [
      ['no name', { full_name: undefined }, 'full_name', 'Full name is required'],
      ['an empty name', { full_name: '' }, 'full_name', 'Full name is required'],
      ['a name of spaces', { full_name: ' \t\r\n ' }, 'full_name', 'Full name is required'],
      ['a name of 1,001 characters', { full_name: 'n'.repeat(1001) }, 'full_name', 'Name is too long'],
      ['no e-mail', { email: undefined }, 'email', 'Email is required'],
      ['an e-mail without @', { email: 'asha.example.in' }, 'email', 'Invalid email address'],
      ['an e-mail with nothing before @', { email: '@example.in' }, 'email', 'Invalid email address'],
      ['an e-mail with nothing behind @', { email: 'asha@' }, 'email', 'Invalid email address'],
      ['two @', { email: 'a@b@c.in' }, 'email', 'Invalid email address'],
      ['a space in the e-mail', { email: 'asha mehta@example.in' }, 'email', 'Invalid email address'],
      ['a line break in the e-mail', { email: 'a@b.in\r\nBcc: c@d.in' }, 'email', 'Invalid email address'],
      ['no phone', { phone: undefined }, 'phone', 'Phone number is required'],
      ['nine digits', { phone: '987654321' }, 'phone', 'Invalid phone number'],
      ['eleven digits', { phone: '98765432101' }, 'phone', 'Invalid phone number'],
      ['a letter among ten', { phone: '98765x3210' }, 'phone', 'Invalid phone number'],
      ['+92 in front', { phone: '+929876543210' }, 'phone', 'Invalid phone number'],
      ['digits of another script', { phone: '৯৮৭৬৫৪৩২১০' }, 'phone', 'Invalid phone number'],
      ['no date', { date_of_birth: undefined }, 'date_of_birth', 'Date of birth is required'],
      [
        'a time',
        { date_of_birth: '1998-02-28 00:00' },
        'date_of_birth',
        applicationForm.date_of_birth.invalid,
      ],
      [
        'a day far ahead',
        { date_of_birth: '2999-01-01' },
        'date_of_birth',
        applicationForm.date_of_birth.inFuture,
      ],
      [
        'an address of 1,001 characters',
        { address: 'a'.repeat(1001) },
        'address',
        applicationForm.address.tooLong,
      ],
    ]
  it.each(cases)('refuses %s with the one sentence of the field', async (_, change, field, sentence) => {
    const texts = Object.fromEntries(
      Object.entries({ ...somebody(), ...change }).filter(([, value]) => value !== undefined),
    )
    const { status, body } = await postApplication(server.url, texts as Record<string, string>)
    expect([status, body]).toEqual([
      422,
      { message: errorMessages.invalid, code: 'invalid', errors: [{ field, message: sentence }] },
    ])
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

  it('keeps what no rule forbids: any letters, the shortest e-mail, the longest texts', async () => {
    const odd = {
      full_name: 'ક્ષમા O’Brien-शर्मा 👩🏽‍⚕️ =1+1 <b>',
      email: 'x@y',
      phone: '0000000000',
      date_of_birth: '1900-01-01',
      address: `${'a'.repeat(998)}\nb`,
    }
    expect((await postApplication(server.url, odd)).status).toBe(201)
    const stored = (await storedApplications(server)).find(({ email }) => email === 'x@y')
    expect(stored).toMatchObject(odd)
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
      ...textParts({ ...person, id: 'mine', email_index: 'mine', role: 'admin' }),
      { name: 'malware', filename: 'a.exe', content: 'MZ' },
      documentPart(),
    ])
    expect((await postBody(server.url, body)).status).toBe(201)
    const stored = (await storedApplications(server)).find(({ email }) => email === person.email)
    expect(stored).toMatchObject(person)
    expect([stored?.id === 'mine', stored?.documents.length]).toEqual([false, 1])
  })
})
