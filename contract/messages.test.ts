import { describe, expect, it } from 'vitest'
import { missingDocuments, documentFields } from './schemas/careers.ts'
import { errorEnvelope, errorStatus, fieldErrors } from './errors.ts'
import { documentRequired, tooManyRequests } from './messages/common.ts'

describe('sentences and envelopes', () => {
  it.each([
    [1, '1 minute'],
    [60, '1 minute'],
    [61, '2 minutes'],
    [3600, '60 minutes'],
  ])('a wait of %i seconds is said as %s', (seconds, words) => {
    expect(tooManyRequests(seconds)).toBe(
      `Too many requests from your network. Please try again in ${words}.`,
    )
  })

  it.each(Object.values(documentFields).map(({ name }) => name))(
    'a missing %s is named by its own name',
    (name) => {
      expect(documentRequired(name)).toBe(`${name} is required`)
    },
  )

  it('of the documents only a resume must not be missing', () => {
    expect(missingDocuments(() => false)).toEqual([{ field: 'resume', message: 'Resume is required' }])
    expect(missingDocuments((field) => field === 'resume')).toEqual([])
  })

  it('a field shows its first sentence only', () => {
    const issues = [
      { path: ['phone'], message: 'first' },
      { path: ['phone'], message: 'second' },
      { path: ['files', 0, 'name'], message: 'third' },
    ]
    expect(fieldErrors(issues)).toEqual([
      { field: 'phone', message: 'first' },
      { field: 'files.0.name', message: 'third' },
    ])
  })

  it('every refusal has a status that says it is one', () => {
    for (const [code, status] of Object.entries(errorStatus)) {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(errorEnvelope.safeParse({ message: 'words', code }).success).toBe(true)
    }
    expect(errorEnvelope.safeParse({ message: 'words', code: 'ERR_LIBRARY' }).success).toBe(false)
  })
})
