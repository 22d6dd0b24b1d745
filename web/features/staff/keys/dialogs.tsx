import { Autocomplete } from '@base-ui/react/autocomplete'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { mailMessages } from '#contract/messages/staff-mails.ts'
import { listWords } from '#web/features/staff/lists/words.ts'
import { noteWords } from '#web/features/staff/record/words.ts'
import { keyWords as words } from './words.ts'
import { deskWords, keyNames } from '#web/features/staff/words.ts'
import { screenNames, statusNames } from '#contract/messages/staff.ts'
import { workWords } from '#web/features/staff/today/words.ts'
import { rejectionNames } from '#contract/messages/staff-vacancies.ts'
import { staffPages } from '#contract/paths.ts'
import {
  kindOfReference,
  recordStatuses,
  rejectionReasons,
  type RecordChange,
} from '#contract/schemas/staff-records.ts'
import { call } from '#web/features/staff/calls.ts'
import { useColleagues } from '#web/features/staff/records.ts'
import { deskPaths, moveTo, placeAt, recordPath, vacancyPath, workPath } from '#web/features/staff/router.tsx'
import { leadIn, Problem, sentenceOf } from '#web/features/staff/screen.tsx'
import { maySee } from '#web/features/staff/screens.tsx'
import { useMay, useSelf } from '#web/features/staff/session.ts'
import { Modal, ModalClose } from '#web/ui/modal.tsx'
import { change, mayMoveToInterview } from './actions.ts'
import { hasSingleKeys, setSingleKeys, type Subject } from './state.ts'

interface DialogProps {
  open: boolean
  onClose(): void
  /** The element that had the focus before. */
  cameFrom: RefObject<HTMLElement | null>
}

/** Lists the keys, and turns those of one letter on and off. */
export function Help({ open, onClose, cameFrom }: DialogProps) {
  const list = useRef<HTMLDListElement>(null)
  const [isOn, setOn] = useState(hasSingleKeys)
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={keyNames.keys}
      description={words.helpLead}
      initialFocus={list}
      finalFocus={() => cameFrom.current}
    >
      <dl ref={list} tabIndex={-1} className="lines mt-3">
        {words.keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd className="rounded-control border border-edge px-2 py-0.5">{key}</kbd>
            </dt>
            <dd className="flex-[1_1_12rem]">{does}</dd>
          </div>
        ))}
      </dl>
      <label className="my-3 flex items-center gap-3">
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby="single-keys"
          onChange={({ currentTarget: { checked } }) => {
            setSingleKeys(checked)
            setOn(checked)
          }}
        />
        {words.single}
      </label>
      <p id="single-keys" className="mb-4 text-quiet">
        {words.singleHint}
      </p>
      <ModalClose>{words.close}</ModalClose>
    </Modal>
  )
}

interface Item {
  id: string
  label: string
  /** Shown beside it, such as a reference. */
  more?: string
  /** It moves the focus elsewhere. */
  leads?: true
  run(): unknown
}

interface Group {
  value: string
  items: Item[]
}

interface CommandsProps extends DialogProps {
  about: Subject | undefined
  /** Only commands for that record. */
  only: boolean
  /** What was typed before the dialog was there. */
  typed: string
}

/** Finds records while somebody types, and runs commands. */
export function Commands({ open, onClose, cameFrom, about, only, typed }: CommandsProps) {
  const field = useRef<HTMLInputElement>(null)
  /** A command that leads elsewhere, run once the dialog has released the focus. */
  const leading = useRef<Item>(undefined)
  const [text, setText] = useState(typed)
  useEffect(() => {
    if (!open) return
    leading.current = undefined
    setText(typed)
  }, [open])
  const { items: found, isLooking, error } = useFound(only ? '' : text)
  const commands = useCommands(about, only).map((group) => ({ ...group, items: matching(group.items, text) }))
  const all: Item[] = text.trim() && !only ? [searchItem(text.trim())] : []
  const groups: Group[] = [
    { value: words.found, items: found },
    ...commands,
    { value: words.other, items: all },
  ].filter(({ items }) => items.length > 0)
  const count = commands.reduce((sum, { items }) => sum + items.length, 0)
  const who = about && (about.name || about.reference)
  return (
    <Modal
      open={open}
      onClose={onClose}
      onClosed={() => leading.current?.run()}
      title={keyNames.commands}
      description={only && who ? words.about(who) : words.lead}
      initialFocus={field}
      finalFocus={() => !leading.current && cameFrom.current}
    >
      <Autocomplete.Root
        open
        inline
        mode="none"
        autoHighlight="always"
        keepHighlight
        items={groups}
        itemToStringValue={(item: Item) => item.label}
        value={text}
        onValueChange={(value, { reason }) => {
          if (reason !== 'item-press') setText(value)
        }}
      >
        <Autocomplete.Input
          ref={field}
          aria-label={words.field}
          placeholder={words.field}
          maxLength={200}
          className="control mt-3 w-full"
        />
        <Autocomplete.Status className="my-2 text-label text-quiet">
          {isLooking ? words.looking : groups.length === 0 ? words.nothing : words.count(found.length, count)}
        </Autocomplete.Status>
        <Problem>{error}</Problem>
        <Autocomplete.List className="max-h-[min(24rem,50dvh)] overflow-y-auto">
          {(group: Group) => (
            <Autocomplete.Group key={group.value} items={group.items}>
              <Autocomplete.GroupLabel className="pt-2 pb-1 text-label font-semibold text-quiet">
                {group.value}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(item: Item) => (
                  <Autocomplete.Item
                    key={item.id}
                    value={item}
                    className="flex min-h-10 cursor-pointer flex-wrap items-center justify-between gap-x-3 rounded-control px-2.5 py-1 wrap-anywhere data-highlighted:bg-chosen data-highlighted:text-accent-strong data-highlighted:forced-colors:outline"
                    onClick={() => {
                      leading.current = item.leads ? item : undefined
                      onClose()
                      if (!item.leads) item.run()
                    }}
                  >
                    <span>{item.label}</span>
                    {item.more && <span className="text-label digits">{item.more}</span>}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
      <div className="mt-3">
        <ModalClose>{deskWords.cancel}</ModalClose>
      </div>
    </Modal>
  )
}

/** Letters that the index of names needs; in Indian scripts two distinguish as much as three elsewhere. */
const LEAST_LETTERS = { indian: 2, other: 3 }
const indian = /[\u0900-\u0D7F]/
/** Milliseconds without another letter before a search. */
const PAUSE_MS = 200

/** Returns whether to search while typing. A number or an address waits for Enter, since its search is audited. */
function isTypedName(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  const least = indian.test(text) ? LEAST_LETTERS.indian : LEAST_LETTERS.other
  return letters.length >= least && !text.includes('@')
}

/** Characters with which vacancies are searched, and vacancies that are shown. */
const VACANCY_TEXT = 100
const VACANCIES_FOUND = 10

/**
 * Returns the records and vacancies that a text finds. Until the answer arrives, it returns those of the previous
 * text whose names match too, so Enter opens no result of another text.
 */
function useFound(typed: string): { items: Item[]; isLooking: boolean; error: string } {
  const [q, setQ] = useState('')
  const wanted = isTypedName(typed) ? typed.trim() : ''
  useEffect(() => {
    const timer = setTimeout(() => setQ(wanted), wanted ? PAUSE_MS : 0)
    return () => clearTimeout(timer)
  }, [wanted])
  const { data, isFetching, error } = useQuery({
    queryKey: ['commands', q],
    queryFn: async () => {
      const [{ hits }, { rows }] = await Promise.all([
        call('records.search', { body: { q } }),
        call('vacancies.list', { query: { q: q.slice(0, VACANCY_TEXT) } }),
      ])
      return { hits, vacancies: rows.slice(0, VACANCIES_FOUND) }
    },
    enabled: q !== '',
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
  const hits = q && wanted ? (data?.hits ?? []) : []
  const items = hits.map(({ reference, name, kind }) => ({
    id: reference,
    label: name || listWords.unreadable,
    more: `${screenNames[kind]} · ${reference}`,
    leads: true as const,
    run: () => moveTo(recordPath(reference)),
  }))
  const vacancies = q && wanted ? (data?.vacancies ?? []) : []
  items.push(
    ...vacancies.map(({ reference, title, employer, place }) => ({
      id: reference,
      label: title || reference,
      more: [screenNames.vacancies, reference, employer, place].filter(Boolean).join(' · '),
      leads: true as const,
      run: () => moveTo(vacancyPath(reference)),
    })),
  )
  const isLooking = wanted !== '' && (isFetching || q !== wanted)
  return {
    items: isLooking ? matching(items, typed) : items,
    isLooking,
    error: error && wanted ? sentenceOf(error) : '',
  }
}

function searchItem(text: string): Item {
  return {
    id: 'search',
    label: words.searchFor(text),
    leads: true as const,
    run: () => moveTo(deskPaths.search, { state: text, replace: location.pathname === deskPaths.search }),
  }
}

/** Returns the commands whose words begin with what was typed. */
function matching(items: Item[], text: string): Item[] {
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean)
  return items.filter(({ label }) => {
    const said = label.toLowerCase().split(/[\s:]+/)
    return typed.every((word) => said.some((one) => one.startsWith(word)))
  })
}

/** Returns the commands: for one record, and elsewhere. */
function useCommands(about: Subject | undefined, only: boolean): Group[] {
  const { role, id: self } = useSelf()
  const may = useMay('records.change')
  const colleagues = useColleagues()
  const forRecord = about ? commandsFor(about, { may, self, colleagues }) : []
  const group = { value: words.forRecord(about ? about.name || about.reference : ''), items: forRecord }
  if (only) return [group]
  const screens = [
    ['today', staffPages.home],
    ...(['enquiries', 'applications', 'vacancies', 'executives'] as const).map(
      (name) => [name, staffPages[name]] as const,
    ),
    ['board', deskPaths.board],
    ...(['privacy', 'people', 'webhooks', 'account'] as const).map(
      (name) => [name, staffPages[name]] as const,
    ),
  ] as const
  const work = (['late', 'mine'] as const).map((of) => [workWords.titles[of], workPath(of)] as const)
  const places = [...screens.map(([name, path]) => [screenNames[name], path] as const), ...work]
  const goTo = places
    .filter(([, path]) => maySee(role, placeAt(path)))
    .map(([label, path]) => ({ id: path, label, leads: true as const, run: () => moveTo(path) }))
  return [group, { value: words.goTo, items: goTo }]
}

interface Doing {
  may: boolean
  self: string
  colleagues: readonly { id: string; name: string }[]
}

function commandsFor(about: Subject, { may, self, colleagues }: Doing): Item[] {
  const { reference, status, assignedTo } = about
  const kind = kindOfReference(reference)
  const isOpen = placeAt(location.pathname).is === 'record'
  const open = {
    id: 'open',
    label: words.open,
    leads: true as const,
    run: () => moveTo(recordPath(reference)),
  }
  if (!may || !kind) return isOpen ? [] : [open]
  const statuses = kind === 'executives' ? [] : recordStatuses[kind]
  const assign = (id: string | null, name: string): Item => ({
    id: `assign ${id}`,
    label: words.assignTo(name),
    run: () => change(about, { assignedTo: id }, name),
  })
  return [
    ...(mayMoveToInterview(about)
      ? [{ id: 'i', label: words.toInterview, more: 'i', run: () => change(about, { status: 'interview' }) }]
      : []),
    ...statuses
      .filter((one) => one !== status)
      .flatMap((one) => waysTo(one))
      .map(([label, wanted]) => ({
        id: label,
        label: words.setStatus(label),
        run: () => change(about, wanted),
      })),
    ...(assignedTo?.id === self ? [] : [assign(self, words.me)]),
    ...(assignedTo === null ? [] : [assign(null, words.nobody)]),
    ...colleagues
      .filter(({ id }) => id !== self && id !== assignedTo?.id)
      .map(({ id, name }) => assign(id, name)),
    ...(isOpen
      ? [
          { id: 'write', label: words.write, leads: true as const, run: () => leadIn(mailMessages.title) },
          { id: 'note', label: words.note, leads: true as const, run: () => leadToField(noteWords.label) },
        ]
      : [open]),
  ]
}

/** Returns a status with its name; each reason of a rejection is a command of its own. */
function waysTo(
  status: (typeof recordStatuses)['enquiries' | 'applications'][number],
): [label: string, wanted: Omit<RecordChange, 'version'>][] {
  if (status !== 'rejected') return [[statusNames[status], { status }]]
  return rejectionReasons.map((reason) => [listWords.rejectedFor(rejectionNames[reason]), { status, reason }])
}

/** Moves the focus to the field with this label. */
function leadToField(name: string): void {
  const label = [...document.querySelectorAll<HTMLLabelElement>('main label')].find(
    ({ textContent }) => textContent === name,
  )
  label?.control?.focus()
}
