import { pages } from '#contract/paths.ts'
import { about, sectors } from '#web/content/pages.ts'
import { pageArt, PageBanner } from './parts/page-banner.tsx'
import { SectorIcon } from './parts/icons.tsx'

function Mission() {
  const [first, ...rest] = about.mission.text
  return (
    <section className="wrap section grid grid-cols-1 gap-x-16 gap-y-6 lg:grid-cols-[5fr_7fr]">
      <h2 className="text-heading">{about.mission.heading}</h2>
      <div className="max-w-prose">
        <p className="text-title">{first}</p>
        {rest.map((text) => (
          <p key={text} className="mt-6 text-quiet">
            {text}
          </p>
        ))}
      </div>
    </section>
  )
}

function Specialisation() {
  const { heading, lead, steps } = about.specialisation
  return (
    <section className="border-y border-line bg-panel">
      <div className="wrap section">
        <h2 className="text-heading">{heading}</h2>
        <p className="mt-4 max-w-prose text-lead text-quiet">{lead}</p>
        <ol className="mt-12 grid grid-cols-1 gap-x-10 gap-y-8 md:grid-cols-3">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="border-t border-edge pt-5">
              <span className="text-heading font-semibold text-accent tabular-nums" aria-hidden="true">
                {index + 1}
              </span>
              <h3 className="mt-3 text-subhead">{title}</h3>
              <p className="mt-2 text-quiet">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function Industries() {
  return (
    <section className="wrap section grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-[5fr_7fr]">
      <h2 className="text-heading">{about.industries.heading}</h2>
      <ul>
        {sectors.map(({ icon, name, detail }) => (
          <li key={name} className="flex gap-5 border-t border-line py-6 last:border-b">
            <div className="shrink-0">
              <SectorIcon name={icon} />
            </div>
            <div className="min-w-0">
              <h3 className="text-subhead">{name}</h3>
              <p className="mt-1 max-w-prose text-quiet">{detail}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Invitation() {
  const { heading, text, action } = about.invitation
  return (
    <section className="border-t border-line bg-panel">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-16 gap-y-6 py-16">
        <div>
          <h2 className="text-heading">{heading}</h2>
          <p className="mt-2 text-lead text-quiet">{text}</p>
        </div>
        <a href={pages.contact} className="button">
          {action}
        </a>
      </div>
    </section>
  )
}

export function AboutView() {
  return (
    <>
      <PageBanner title={about.title} lead={about.lead} art={pageArt.about} />
      <Mission />
      <Specialisation />
      <Industries />
      <Invitation />
    </>
  )
}
