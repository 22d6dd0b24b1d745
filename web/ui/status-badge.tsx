import { CircleCheck, CircleDashed } from 'lucide-react'

interface StatusBadgeProps {
  verified: boolean
}

/** How a number stands: told by its words and its sign as well as by its colour, and said when it changes. */
export function StatusBadge({ verified }: StatusBadgeProps) {
  const Icon = verified ? CircleCheck : CircleDashed
  const look = verified ? 'border-success text-success-strong' : 'border-edge text-quiet'
  return (
    <span
      aria-live="polite"
      data-status={verified ? 'verified' : 'open'}
      className={`inline-flex items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-small font-semibold ${look}`}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span>{verified ? 'VERIFIED' : 'NOT VERIFIED'}</span>
    </span>
  )
}
