import { agency } from '#contract/agency.ts'
import { pages } from '#contract/paths.ts'
import { markThreads, markZari } from '#web/art/mark.ts'

/** The mark and the name, leading home. */
export function Brand() {
  return (
    <a href={pages.home} className="brand">
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
        {markThreads.map((thread) => (
          <path key={thread} d={thread} />
        ))}
        <path d={markZari} className="stroke-marigold" />
      </svg>
      <span>{agency.nameStart}</span>
    </a>
  )
}
