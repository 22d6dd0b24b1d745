import { expect, it } from 'vitest'
import { changesBetween, isAllBy, wantedWords } from './work-fields.tsx'

const asha = { id: 'a', name: 'Asha' }

const fresh = { status: 'new', assignedTo: null } as const

it.each([
  ['status', fresh, { ...fresh, status: 'offered' }, ['Status: New → Offered.']],
  ['person', fresh, { ...fresh, assignedTo: asha }, ['Assigned to: Nobody → Asha.']],
  ['nothing', { ...fresh, assignedTo: asha }, { ...fresh, assignedTo: { ...asha } }, []],
] as const)('reports that another person changed the %s', (_, before, now, said) => {
  expect(changesBetween(before, now)).toEqual(said)
})

it('names what was chosen and not saved', () => {
  expect(wantedWords({ status: 'interview' }, [asha])).toEqual({ label: 'Status', words: 'Interview' })
  expect(wantedWords({ assignedTo: 'a' }, [asha])).toEqual({ label: 'Assigned to', words: 'Asha' })
  expect(wantedWords({ assignedTo: null }, [asha])).toEqual({ label: 'Assigned to', words: 'Nobody' })
})

const at = '2026-11-28T06:00:00.000Z'
const received = { at, kind: 'received', by: null, text: 'The application was received' } as const
const moved = { at, kind: 'status', by: asha, text: 'Status: New → Interview' } as const
const [noted, withdrawn] = [{ ...moved, kind: 'note' } as const, { ...moved, by: null }]

it.each([
  ['one who moved it by another press', [moved], true],
  ['one who moved it, and noted something', [noted, moved], true],
  ['nobody, where it was only noted', [noted], false],
  ['the applicant too, who withdrew', [withdrawn, moved], false],
] as const)('attributes changes between two readings to %s', (_, since, isOwn) => {
  const [before, now] = [{ timeline: [received] }, { timeline: [...since, received] }]
  expect(isAllBy('a', before, now)).toBe(isOwn)
  expect(isAllBy('b', before, now)).toBe(false)
})
