import { Circle, CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { badgeMessages } from '#messages/forms.ts'

const looks = {
  success: { ground: 'border-success bg-panel text-ink', Icon: CircleCheck, icon: 'text-success' },
  warning: { ground: 'border-marigold bg-yellow text-on-yellow', Icon: CircleAlert, icon: '' },
}

/** An outcome that changes what the page is for. It takes the focus, so that it is seen and heard at once. */
export function Banner({ tone, children }: { tone: keyof typeof looks; children: ReactNode }) {
  const banner = useRef<HTMLDivElement>(null)
  const { ground, Icon, icon } = looks[tone]
  useEffect(() => banner.current?.focus(), [])
  return (
    <div
      ref={banner}
      role="status"
      tabIndex={-1}
      data-banner={tone}
      className={`flex flex-wrap items-start gap-x-4 gap-y-2 rounded-card border-2 p-[min(1.25rem,5vw)] ${ground}`}
    >
      <Icon aria-hidden className={`size-7 shrink-0 ${icon}`} />
      {/* Below the sign if there is no room beside it, as on a small phone with large text. */}
      <div className="min-w-[min(12rem,100%)] flex-1">{children}</div>
    </div>
  )
}

interface StatusBadgeProps {
  verified: boolean
}

/** Whether a number is verified, shown by words, sign and colour, and announced when it changes. */
export function StatusBadge({ verified }: StatusBadgeProps) {
  const Icon = verified ? CircleCheck : Circle
  const look = verified ? 'border-success text-success-strong' : 'border-edge text-quiet'
  return (
    <span
      aria-live="polite"
      data-status={verified ? 'verified' : 'open'}
      className={`inline-flex items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-small font-semibold ${look}`}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span>{badgeMessages[verified ? 'verified' : 'open']}</span>
    </span>
  )
}
