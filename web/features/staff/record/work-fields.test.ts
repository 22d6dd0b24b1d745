import { expect, it } from 'vitest'
import { changesBetween, wantedWords } from './work-fields.tsx'

const asha = { id: 'a', name: 'Asha' }

const fresh = { status: 'new', assignedTo: null } as const

it.each([
  ['status', fresh, { ...fresh, status: 'offered' }, ['Status: New → Offered.']],
  ['person', fresh, { ...fresh, assignedTo: asha }, ['Assigned to: Nobody → Asha.']],
  ['nothing', { ...fresh, assignedTo: asha }, { ...fresh, assignedTo: { ...asha } }, []],
] as const)('tells that another person changed the %s', (_, before, now, said) => {
  expect(changesBetween(before, now)).toEqual(said)
})

it('names what was wanted and not saved', () => {
  expect(wantedWords({ status: 'interview' }, [asha])).toEqual({ label: 'Status', words: 'Interview' })
  expect(wantedWords({ assignedTo: 'a' }, [asha])).toEqual({ label: 'Assigned to', words: 'Asha' })
  expect(wantedWords({ assignedTo: null }, [asha])).toEqual({ label: 'Assigned to', words: 'Nobody' })
})
