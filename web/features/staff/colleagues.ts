import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { deskWords } from '#contract/messages/staff.ts'
import { staffApi } from '#contract/paths.ts'
import { getJson } from '#web/lib/api.ts'
import { bodyOf } from './session.ts'

const colleagues = z.object({ people: z.array(z.object({ id: z.string(), name: z.string() })) })
const none: { id: string; name: string }[] = []

/** Everybody to whom a record can be assigned. */
export function useColleagues() {
  const { data } = useQuery({
    queryKey: ['colleagues'],
    staleTime: 5 * 60_000,
    queryFn: () =>
      bodyOf(() =>
        getJson({ url: `${staffApi}/colleagues`, schema: colleagues, fallback: deskWords.failed }),
      ),
  })
  return data?.people ?? none
}
