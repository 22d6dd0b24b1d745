import { home } from '#web/content/site.ts'
import { sectors } from '#web/content/sectors.ts'
import { SectorIcon } from '#web/views/parts/icons.tsx'

export function WhatWeDo() {
  const { heading, lead } = home.whatWeDo
  return (
    <section className="border-t border-line bg-panel" aria-labelledby="what-we-do">
      <div className="wrap section joined">
        <div className="grid gap-x-16 gap-y-4 lg:grid-cols-[5fr_6fr]">
          <h2 id="what-we-do" className="text-display">
            {heading}
          </h2>
          <p className="max-w-prose text-lead text-quiet lg:pt-2">{lead}</p>
        </div>
        <ul className="sector-tiles mt-14">
          {sectors.map(({ icon, name, roles }) => (
            <li key={name} className="sector-tile">
              <SectorIcon name={icon} />
              <div>
                <h3 className="text-subhead">{name}</h3>
                <p className="mt-2 text-quiet">{roles}</p>
              </div>
            </li>
          ))}
        </ul>
        <JoiningThreads />
      </div>
    </section>
  )
}

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
function JoiningThreads() {
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
