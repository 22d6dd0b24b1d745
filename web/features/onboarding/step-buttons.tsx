import type { ReactNode } from 'react'
import { wizardMessages } from '#contract/messages/registrations.ts'

interface StepButtonsProps {
  onBack(): void
  /** The primary action of the step. */
  children: ReactNode
}

/** The way back and the way on. */
export function StepButtons({ onBack, children }: StepButtonsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <button type="button" className="button button-quiet" onClick={onBack}>
        {wizardMessages.back}
      </button>
      {children}
    </div>
  )
}
