import { useEffect, useRef, useState } from 'react'
import type { PersonRecord } from '#contract/schemas/registrations.ts'
import { openRecord } from '#web/features/onboarding/links/open-record.ts'

/** An address opens for a quarter of an hour; it is renewed well before. */
const RENEW_AFTER_MS = 10 * 60 * 1000
const LOOK_EVERY_MS = 30 * 1000

/** The agreement's address, renewed while the page is looked at, since reading may take longer than an address lasts. */
export function useFreshAddress({ _id: id, agreement_url }: PersonRecord): string {
  const [address, setAddress] = useState(agreement_url)
  const renewedAt = useRef(0)
  useEffect(() => {
    renewedAt.current = Date.now()
    async function renew() {
      if (document.hidden || Date.now() - renewedAt.current < RENEW_AFTER_MS) return
      renewedAt.current = Date.now()
      const found = await openRecord(id)
      if (found.is === 'open') setAddress(found.record.agreement_url)
    }
    const look = () => void renew()
    const looking = setInterval(look, LOOK_EVERY_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(looking)
      document.removeEventListener('visibilitychange', look)
    }
  }, [id])
  return address
}
