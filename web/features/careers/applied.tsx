import { useEffect } from 'react'
import { careerMessages } from '#contract/messages/careers.ts'
import { pages } from '#contract/paths.ts'
import { Banner } from '#web/ui/banner.tsx'

/** Milliseconds until the visitor is taken home (specification section 9). */
const STAY_MS = 3000

/** In the form's place once it is sent. */
export function Applied() {
  useWayHome()
  return (
    <Banner tone="success">
      <p className="font-semibold">{careerMessages.sent}</p>
      <p className="mt-2">{careerMessages.leaving}</p>
      <a href={pages.home} className="link mt-2 inline-block py-2 font-semibold">
        Go to the home page now
      </a>
    </Banner>
  )
}

function useWayHome() {
  useEffect(() => {
    // In the form's place in the history: going back shall not lead to a form that is done.
    const leave = setTimeout(() => location.replace(pages.home), STAY_MS)
    const stay = () => clearTimeout(leave)
    // Whoever goes elsewhere meanwhile, and then comes back to the page as they left it, is left there.
    addEventListener('pagehide', stay)
    return () => {
      stay()
      removeEventListener('pagehide', stay)
    }
  }, [])
}
