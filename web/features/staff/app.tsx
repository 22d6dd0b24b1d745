import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { deskWords } from '#contract/messages/staff.ts'
import { endWithSession } from '#web/lib/end-with-session.ts'
import { Island } from '#web/ui/island.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { placeAt, usePath } from './router.tsx'
import { Loaded } from './screen.tsx'
import { ScreenAt } from './screens.tsx'
import { endSession, queryClient, useMe } from './session.ts'
import { Shell } from './shell.tsx'
import './staff.css'

/** The staff desk: one application for `/staff` and every address below it. */
export function StaffDesk() {
  return (
    <Island name="staff-desk">
      {/* Base UI makes no style elements: the document's policy would refuse them. */}
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <Desk />
          <Toaster />
        </QueryClientProvider>
      </CSPProvider>
    </Island>
  )
}

function Desk() {
  const place = placeAt(usePath())
  const me = useMe()
  useEffect(endWithSession, [])
  return (
    <Loaded query={me}>
      {(self) =>
        self ? (
          <Shell signOut={endSession}>
            <ScreenAt place={place} />
          </Shell>
        ) : (
          // Until there is a sign-in: what is behind it is not shown.
          <p className="desk-door">{deskWords.signIn}</p>
        )
      }
    </Loaded>
  )
}
