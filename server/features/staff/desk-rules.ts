import type * as z from 'zod/mini'
import { isRealDate } from '#contract/dates.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StaffCallName, StaffCalls } from '#contract/schemas/staff-api.ts'
import type { StaffMember } from './access/rules.ts'

/** What the desk reads from. */
export interface DeskStores {
  db: Db
  cipher: FieldCipher
}

/** A time in milliseconds as answers have it. */
export function iso(at: number): string {
  return new Date(at).toISOString()
}

const dayOnly = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' })

/** A day of a calendar as the desk writes it; any other text as it is. */
export function dayText(day: string): string {
  return isRealDate(day) ? dayOnly.format(new Date(day)) : day
}

type Part<Name extends StaffCallName, Key extends 'params' | 'query' | 'body'> =
  StaffCalls[Name] extends Record<Key, infer Schema extends z.ZodMiniType> ? z.output<Schema> : undefined

interface Asked<Name extends StaffCallName> {
  request: FastifyRequest
  reply: FastifyReply
  params: Part<Name, 'params'>
  query: Part<Name, 'query'>
  body: Part<Name, 'body'>
  /** Who is signed in; there unless the call lets somebody in. */
  staff: StaffMember
  /** How the audit log names them. */
  actor: string
}

/** What each call does: it returns the body of its answer. */
export type DeskHandlers = {
  [Name in StaffCallName]: (asked: Asked<Name>) => Promise<z.input<StaffCalls[Name]['answer']> | FastifyReply>
}

/** What a call answers that has nothing to say. */
export const ok = { ok: true } as const
