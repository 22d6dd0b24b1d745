interface MonogramProps {
  letters: string
  name: string
  /** Which way its threads run. */
  variant: number
}

const threads = [
  [
    'M0 20C40 22 50 60 96 66',
    'M0 34C40 36 50 66 96 71',
    'M0 76C40 74 56 78 96 76',
    'M0 90C40 88 56 82 96 81',
  ],
  [
    'M8 0C16 40 44 62 96 60',
    'M24 0C28 36 52 56 96 55',
    'M78 96C74 70 80 66 96 65',
    'M64 96C62 74 74 70 96 70',
  ],
  [
    'M0 70C34 68 60 30 96 26',
    'M0 62C30 60 56 24 96 14',
    'M0 78C40 76 66 44 96 40',
    'M0 86C44 84 70 58 96 54',
  ],
]

/** A drawn portrait: two letters over a cut of the motif, in the palette. */
export function Monogram({ letters, name, variant }: MonogramProps) {
  return (
    <svg
      viewBox="0 0 96 96"
      width="96"
      height="96"
      role="img"
      aria-label={`Monogram of ${name}`}
      className="mx-auto"
    >
      <clipPath id={`round-${variant}`}>
        <circle cx="48" cy="48" r="48" />
      </clipPath>
      <g clipPath={`url(#round-${variant})`}>
        <rect width="96" height="96" className="fill-deep" />
        <g fill="none" className="stroke-on-deep-quiet" strokeOpacity=".45">
          {threads[variant % threads.length]?.map((thread) => (
            <path key={thread} d={thread} />
          ))}
        </g>
      </g>
      <text x="48" y="58" textAnchor="middle" fontSize="30" fontWeight="600" className="fill-on-deep">
        {letters}
      </text>
    </svg>
  )
}
