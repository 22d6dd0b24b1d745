import { useEffect, useState } from 'react'
import { stepHeading, wizardWords } from '#contract/registration-words.ts'
import { submitGuard } from '#web/lib/submit-guard.ts'
import { ErrorLine } from '#web/ui/field.tsx'
import { StepList } from '#web/ui/step-list.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { steps } from './steps.ts'
import { Unknown } from './unknown.tsx'
import { useRegistration } from './use-registration.ts'

/** The registration in its three steps. The first stands whole in the page's HTML; this code takes it over where it is. */
export function Registration() {
  const { wizard, number, heading, top, unknown, isAway } = useRegistration()
  const { name, View } = steps[number - 1] ?? steps[0]
  const isFirst = useFirstDrawing()
  return (
    <>
      <div ref={top} data-later={number > 1 || undefined} className="mb-8 max-w-form scroll-mt-6">
        <StepList
          label={wizardWords.progress}
          names={steps.map((step) => step.name)}
          current={number}
          words={wizardWords}
        />
        <h2 ref={heading} tabIndex={-1} className="mt-5 text-title sm:mt-8 sm:text-heading">
          {stepHeading(number, steps.length, name)}
        </h2>
        {unknown && <Unknown onRetry={wizard.reload} />}
        <div role="alert">{isAway && <ErrorLine>{wizardWords.away}</ErrorLine>}</div>
      </div>
      <View wizard={wizard} />
      {/* It runs as the page is read, and never again: a script made later would be one that the content policy refuses. */}
      {isFirst && <script dangerouslySetInnerHTML={{ __html: submitGuard }} />}
      <Toaster />
    </>
  )
}

function useFirstDrawing(): boolean {
  const [isFirst, setIsFirst] = useState(true)
  useEffect(() => setIsFirst(false), [])
  return isFirst
}
