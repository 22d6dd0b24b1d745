import { waitingMessages } from '#contract/messages/mandates.ts'
import { BankWait, Underway, Unfinished } from './bank-wait.tsx'
import { MandateForm, type MandateFormProps } from './mandate-form.tsx'

interface MandatePanelProps extends MandateFormProps {
  /** What is being done once the bank has taken the mandate up. */
  finishing: string
}

/** The setting up of a mandate, in whichever phase it is. */
export function MandatePanel({ finishing, ...form }: MandatePanelProps) {
  const { mandate, back } = form
  const { phase } = mandate
  switch (phase.is) {
    case 'waiting':
      return <BankWait phase={phase} giveUp={mandate.giveUp} />
    case 'asking':
      return <Underway key="asking">{waitingMessages.asking}</Underway>
    case 'finishing':
      return <Underway key="finishing">{finishing}</Underway>
    case 'unfinished':
      return <Unfinished sentences={phase.sentences} onRetry={mandate.finishAgain} back={back} />
    default:
      return <MandateForm {...form} />
  }
}
