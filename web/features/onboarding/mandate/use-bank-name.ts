import { useEffect, useState } from 'react'
import { ifscCode, plainDigits } from '#contract/fields.ts'
import { bankNameResponse } from '#contract/schemas/mandates.ts'
import { api } from '#contract/paths.ts'
import { getJson } from '#web/lib/api.ts'

/** The name of the bank that an IFSC code belongs to; nothing while it is not known, which is no error. */
export function useBankName(written: string): string | undefined {
  const [found, setFound] = useState<{ code: string; bank: string }>()
  const read = ifscCode.safeParse(plainDigits(written).toUpperCase())
  const code = read.success ? read.data : undefined
  useEffect(() => {
    if (!code) return
    let isWanted = true
    void getJson({ url: api.bankName + code, schema: bankNameResponse, fallback: '' }).then((answer) => {
      if (isWanted && answer.ok) setFound({ code, bank: answer.body.data.bank })
    })
    return () => {
      isWanted = false
    }
  }, [code])
  return found && found.code === code ? found.bank || undefined : undefined
}
