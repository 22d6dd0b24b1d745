/** The mark, in the colour of the words beside it, CSS pixels square; `web/public/favicon.svg` has the same paths. */
export function BrandMark({ size }: { size: number }) {
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
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
      <path d="M3 16H29" stroke="var(--marigold)" />
    </svg>
  )
}
