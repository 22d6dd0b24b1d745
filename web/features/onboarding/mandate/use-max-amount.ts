import { useCallback, useEffect, useState } from 'react'
import { toast } from 'react-hot-toast/headless'
import { maxAmountResponse } from '#contract/schemas/mandates.ts'
import { onboardingFailures } from '#contract/messages/registrations.ts'
import { api } from '#contract/paths.ts'
import { getJson } from '#web/lib/api.ts'

export type MaxAmount = ReturnType<typeof useMaxAmount>

/** The maximum of a mandate in rupees, which the server sets. */
export function useMaxAmount() {
  const [amount, setAmount] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(true)

  const ask = useCallback(async () => {
    setBusy(true)
    const answer = await getJson({
      url: api.maxAmount,
      schema: maxAmountResponse,
      fallback: onboardingFailures.maxAmount,
    })
    setBusy(false)
    setProblem(answer.ok ? undefined : answer.message)
    if (answer.ok) return setAmount(String(answer.body.data.amount))
    console.error('The maximum amount could not be read.', answer.cause)
    toast.error(answer.message, { id: 'amount' })
  }, [])
  useEffect(() => void ask(), [])

  return { amount, problem, busy, ask: () => void ask() }
}
