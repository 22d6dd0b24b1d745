/** Threads of one tile, as parts of a tile's width from its left side. */
const starts = [18, 38, 62, 82]
const tiles = 5
/** Where the cord arrives: the middle of the mission card, in a box 500 wide. */
const arrival = 145

function threadPath(tile: number, start: number): string {
  const from = tile * 100 + start
  const order = tile * starts.length + starts.indexOf(start)
  const to = arrival + (order - (tiles * starts.length - 1) / 2) * 0.9
  return `M${from} 0C${from} 70 ${to.toFixed(1)} 40 ${to.toFixed(1)} 120`
}

/** From each of the five tiles threads run together into one cord: the motif, drawn in the page. */
export function JoiningThreads() {
  const paths = Array.from({ length: tiles }, (_, tile) =>
    starts.map((start) => threadPath(tile, start)),
  ).flat()
  const zari = 13
  return (
    <svg
      className="joining-threads"
      viewBox="0 0 500 120"
      preserveAspectRatio="none"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <path
        d={paths.filter((_, index) => index !== zari).join('')}
        strokeOpacity=".55"
        vectorEffect="non-scaling-stroke"
      />
      <path d={paths[zari]} className="stroke-marigold" strokeWidth="2" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
