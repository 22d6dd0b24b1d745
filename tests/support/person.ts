import {
  namedBy,
  personWith,
  findPerson,
  noRows,
  type Person,
  type Privacy,
} from '#server/features/privacy/person.ts'

/** The person of the record of that reference or id, with what was added by hand. */
export async function personOf(deps: Privacy, id: string, added: readonly string[] = []): Promise<Person> {
  const named = await namedBy(deps, { id })
  const person = named && (await personWith(deps, named, added))
  if (!person) throw new Error('no record has that id, or what was added is not related')
  return person
}

/** Everything under an e-mail, as if each record had been named by its reference. */
export async function everythingOf(deps: Privacy, email: string): Promise<Person> {
  const named = await namedBy(deps, { email })
  const rows = structuredClone(noRows)
  for (const { kind, id } of named?.related ?? []) rows[kind].push(id)
  return findPerson(deps, { rows, until: deps.clock.now() })
}
