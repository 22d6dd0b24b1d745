import { expect, it } from 'vitest'
import { changesBetween, wantedWords } from './work-fields.tsx'

const asha = { id: 'a', name: 'Asha' }

it.each([
  [
    'status',
    { status: 'new', assignedTo: null },
    { status: 'offered', assignedTo: null },
    ['Status: New → Offered.'],
  ],
  [
    'person',
    { status: 'new', assignedTo: null },
    { status: 'new', assignedTo: asha },
    ['Assigned to: Nobody → Asha.'],
  ],
  ['nothing', { status: 'new', assignedTo: asha }, { status: 'new', assignedTo: { ...asha } }, []],
] as const)('tells that another person changed the %s', (_, before, now, said) => {
  expect(changesBetween(before, now)).toEqual(said)
})

it('names what was wanted and not saved', () => {
  expect(wantedWords({ status: 'interview' }, [asha])).toEqual({ label: 'Status', words: 'Interview' })
  expect(wantedWords({ assignedTo: 'a' }, [asha])).toEqual({ label: 'Assigned to', words: 'Asha' })
  expect(wantedWords({ assignedTo: null }, [asha])).toEqual({ label: 'Assigned to', words: 'Nobody' })
})
