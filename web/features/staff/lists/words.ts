import { type RecordSort } from '#contract/schemas/staff-records.ts'
import { counted, formFor } from '#contract/messages/languages.ts'
import { documentFields } from '#contract/fields/application.ts'

/** Lists, the board and the search. */
export const listWords = {
  board: 'Board',
  list: 'List',
  none: {
    enquiries: 'No enquiries yet. What visitors send from the contact page appears here.',
    applications: 'No applications yet. What job seekers send from the career page appears here.',
    executives: 'No executives yet. Who registers on the site appears here.',
  },
  noneYet: 'No match so far.',
  noneMatch: 'Nothing matches these filters.',
  shown: (count: number, isAll: boolean) =>
    isAll
      ? `${count > 1 ? 'All ' : ''}${counted(count, 'record')} shown.`
      : `The first ${counted(count, 'record')} shown. There are more.`,
  more: 'Show more',
  filters: (count: number) => (count ? `Filters (${count} set)` : 'Filters'),
  filterGroup: 'Filters, all of which hold at once',
  clear: 'Clear filters',
  any: 'Any',
  hidden: 'Hidden',
  supersededChoices: { shown: 'Shown too' },
  superseded: 'Replaced',
  assigned: { me: 'Me', nobody: 'Nobody' },
  documents: Object.fromEntries(Object.entries(documentFields).map(([field, { name }]) => [field, name])),
  columns: {
    name: 'Name',
    about: { enquiries: 'What was asked', applications: 'Work', executives: 'Missing' },
    experience: 'Experience',
    place: 'Place',
    status: 'Status',
    assignedTo: 'Assigned to',
    receivedAt: 'Age',
    changedAt: 'Unchanged for',
  },
  /** The place of an applicant, and the filter by it. */
  wantsOrLivesIn: 'Wants or lives in',
  wantsPlace: (place: string) => `wants ${place}`,
  livesIn: (place: string) => `lives in ${place}`,
  /** What a registered person’s record lacks. */
  missing: {
    signature: 'Signature',
    annex: 'Addition to the agreement',
    mandate: 'Mandate',
    nothing: 'Nothing',
  },
  sort: 'Sort',
  sorts: {
    newest: 'Newest first',
    oldest: 'Oldest first',
    changed: 'Last changed first',
    unchanged: 'Longest unchanged first',
    status: 'By status',
  } satisfies Record<RecordSort, string>,
  unreadable: 'This record cannot be read: its key is missing.',
  nobody: 'Nobody',
  selectAll: (count: number) => `Select the ${count} shown`,
  select: (name: string) => `Select ${name}`,
  selected: (count: number) => `${counted(count, 'record')} selected`,
  setStatus: 'Set status…',
  newStatus: 'Status…',
  assignTo: 'Assign to…',
  newPerson: 'Assign…',
  clearSelection: 'Clear selection',
  /** After setting a status for many: a mail to the person is a separate action. */
  nobodyIsTold: 'Nobody is told.',
  rejectedFor: (reason: string) => `Rejected: ${reason}`,
  countChanged: (count: number) => `${counted(count, 'record')} changed.`,
  nobodyWasTold: 'Nobody was told.',
  undo: 'Undo',
  setBack: (count: number) => `${counted(count, 'record')} set back.`,
  close: 'Close',
  someLeft: (changed: number, left: string[]) =>
    `${changed} changed, ${left.length} left: somebody else changed ${formFor(left.length, 'it', 'them')} (${left.join(', ')}).`,
  atSeveral: (references: string[]) =>
    `Still at several vacancies, so move them on the board of each: ${references.join(', ')}.`,
  notThere: (references: string[]) => `No longer there: ${references.join(', ')}.`,
  views: 'Saved filters',
  saveView: 'Save filters',
  viewName: 'Name for these filters',
  save: 'Save',
  removeView: (name: string) => `Remove ${name}`,
  results: (count: number, isAll: boolean) =>
    isAll
      ? `${counted(count, 'record')} found.`
      : `The first ${counted(count, 'record')} found. There may be more.`,
  noResults:
    'Nobody was found. Type at least the first three letters of a name (two in an Indian script), or a complete reference, phone number or e-mail address.',
  searchFirst: 'Type a name, an e-mail address, a phone number or a reference above, and press Enter.',
  searchFor: (text: string) => `Records that match «${text}»`,
} as const

/** The export of what is filtered. */
export const exportWords = {
  button: 'Export',
  /** Shown instead of the button. */
  denied: 'Only owners can export.',
  /** What is exported, beside the button. */
  all: (list: string) => `All ${list.toLowerCase()}`,
  filtered: 'What is filtered',
  selected: (count: number) => `What is selected: ${count}`,
  progress: (rows: number, all: number) => `${rows} of ${counted(all, 'record')} received…`,
  stop: 'Stop',
  done: 'Complete and saved.',
  stopped: 'Stopped: nothing was saved.',
  failed: 'It did not arrive whole, so nothing was saved.',
} as const
