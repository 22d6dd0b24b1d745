import { postJson } from '#web/lib/api.ts'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { endWithSession } from '#web/lib/end-with-session.ts'
import { Island } from '#web/ui/island.tsx'
import { placeAt, usePath } from './router.tsx'
import { Loaded, untilHere } from './screen.tsx'
import { loadScreen, ScreenAt } from './screens.tsx'
import { beginMe, queryClient, Self, useMe, onStepUp } from './session.ts'
import { Shell } from './shell.tsx'
import './staff.css'
import { later } from '#web/lib/async.ts'
import { lateComponent } from '#web/ui/load-state.tsx'

// Before anything is rendered: the first screen loads while the signed-in person is read.
beginMe()
loadScreen(placeAt(location.pathname))

function signedOut(part: 'SignIn' | 'Enrol') {
  const code = later(async () => (await import('./access/signed-out.tsx'))[part])
  return lateComponent(code, untilHere)
}
const SignIn = signedOut('SignIn')
const Enrol = signedOut('Enrol')

/** The staff desk: one application for `/staff` and every address below it. */
export function StaffDesk() {
  return (
    <Island name="staff-desk" post={postJson}>
      {/* Base UI must make no style elements, which the document's policy refuses. */}
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
          <Self value={self}>
            <Shell>
              <ScreenAt place={place} />
              <StepUp />
            </Shell>
          </Self>
        ) : (
          <SignIn />
        )
      }
    </Loaded>
  )
}

/** Loaded when a call first requires the passkey; it would be a fifth of the frame's script. */
const dialog = later(async () => (await import('./access/step-up-dialog.tsx')).StepUpDialog)

/** Asks for the passkey if a call requires one used within the last ten minutes; the call then continues. */
function StepUp() {
  const waiting = useRef<((confirmed: boolean) => void)[]>([])
  const cameFrom = useRef<HTMLElement | false>(false)
  const confirmed = useRef(false)
  const [state, setState] = useState<'closed' | 'open' | 'busy' | 'failed'>('closed')

  useEffect(
    () =>
      onStepUp(async () => {
        const { activeElement, body } = document
        cameFrom.current = activeElement instanceof HTMLElement && activeElement !== body && activeElement
        confirmed.current = false
        if (!(await dialog.fetch())) return false
        setState('open')
        return new Promise((resolve) => waiting.current.push(resolve))
      }),
    [],
  )
  // A waiting button is disabled and cannot take the focus. After the dialog has released it, the call continues, and
  // the button takes it back.
  function goOn() {
    for (const resolve of waiting.current.splice(0)) resolve(confirmed.current)
  }
  async function waitFor(confirmation: Promise<void>) {
    setState('busy')
    const ok = await confirmation.then(
      () => true,
      () => false,
    )
    confirmed.current = ok
    // A dialog that was closed meanwhile stays closed.
    setState((now) => (ok || now === 'closed' ? 'closed' : 'failed'))
  }
  const Dialog = dialog.now()
  return (
    Dialog && (
      <Dialog
        state={state}
        cameFrom={cameFrom}
        onAsked={(confirmation) => void waitFor(confirmation)}
        onClose={() => setState('closed')}
        onClosed={goOn}
      />
    )
  )
}
