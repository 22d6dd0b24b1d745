import { home } from '#web/content/site.ts'
import { sectors } from '#web/content/sectors.ts'
import { JoiningThreads } from './joining-threads.tsx'
import { SectorIcon } from '#web/views/parts/sector-icon.tsx'

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
