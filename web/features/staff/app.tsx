import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { endWithSession } from '#web/lib/end-with-session.ts'
import { Island } from '#web/ui/island.tsx'
import { Enrol } from './access/enrol.tsx'
import { SignIn } from './access/sign-in.tsx'
import { placeAt, usePath } from './router.tsx'
import { Loaded } from './screen.tsx'
import { loadScreen, ScreenAt } from './screens.tsx'
import { queryClient, useMe } from './session.ts'
import { Shell } from './shell.tsx'
import { StepUp } from './step-up.tsx'
import './staff.css'

// Before anything is drawn: what the first screen needs comes while it is asked who is signed in.
loadScreen(placeAt(location.pathname))

/** The staff desk: one application for `/staff` and every address below it. */
export function StaffDesk() {
  return (
    <Island name="staff-desk">
      {/* Base UI makes no style elements: the document's policy would refuse them. */}
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <Desk />
        </QueryClientProvider>
      </CSPProvider>
    </Island>
  )
}

function Desk() {
  const place = placeAt(usePath())
  const me = useMe()
  useEffect(endWithSession, [])
  if (place.is === 'enrol') return <Enrol />
  return (
    <Loaded query={me}>
      {(self) =>
        self ? (
          <Shell>
            <ScreenAt place={place} />
            <StepUp />
          </Shell>
        ) : (
          <SignIn />
        )
      }
    </Loaded>
  )
}
