import { useQuery } from '@tanstack/react-query'
import { deskWords } from '#contract/messages/staff.ts'
import { staffApi } from '#contract/paths.ts'
import { colleagueList } from '#contract/schemas/staff-access.ts'
import { getJson } from '#web/lib/api.ts'
import { bodyOf } from './session.ts'

const none: { id: string; name: string }[] = []

/** Everybody to whom a record can be assigned. */
export function useColleagues() {
  const { data } = useQuery({
    queryKey: ['colleagues'],
    staleTime: 5 * 60_000,
    queryFn: () =>
      bodyOf(() =>
        getJson({ url: `${staffApi}/colleagues`, schema: colleagueList, fallback: deskWords.failed }),
      ),
  })
  return data?.people ?? none
}
