import { agency } from '#contract/schemas/agency.ts'
import { pages } from '#contract/paths.ts'
import { here } from '#web/lib/language.ts'

/** The mark (the paths stand in `web/public/favicon.svg` too) and the name, leading home. */
export function Brand() {
  return (
    <a
      href={here(pages.home)}
      className="brand inline-flex min-h-12 max-w-[max(9.5rem,min(20rem,100%-8.5rem))] items-center gap-3 text-lead leading-[1.15] font-[650] tracking-[-0.015em] max-[22.5rem]:gap-2 max-[22.5rem]:text-[1.0625rem]"
    >
      <svg
        viewBox="0 0 32 32"
        width="32"
        height="32"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        aria-hidden="true"
        className="shrink-0"
      >
        <path d="M3 4C11 4 12 14 29 14" />
        <path d="M3 10C10 10 13 15 29 15" />
        <path d="M3 22C10 22 13 17 29 17" />
        <path d="M3 28C11 28 12 18 29 18" />
        <path d="M3 16H29" className="stroke-marigold" />
      </svg>
      <span>{agency.nameStart}</span>
    </a>
  )
}
