import { pages } from '#contract/paths.ts'
import {
  about,
  notFound,
  sectors,
  type Service,
  type ServiceGroup,
  serviceGroups,
  servicesBanner,
} from '#web/content/pages.ts'
import { pageArt, PageBanner } from './parts/page-banner.tsx'
import { SectorIcon, ServiceIcon } from './parts/icons.tsx'
import { mainLinks } from '#web/content/site.ts'

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

/** In the order of the seven cuts in the card sprite (`web/pictures/cards.webp`), each 480 pixels wide. */
const cutOrder = serviceGroups.flatMap(({ services }) => services)

function ServiceCard({ service }: { service: Service }) {
  return (
    <li className="service-card on-deep">
      <div className="card-art" data-cut={cutOrder.indexOf(service)} />
      <ServiceIcon name={service.icon} />
      <h3 className="mt-4 text-subhead">{service.title}</h3>
      <p className="mt-2 text-on-deep-quiet">{service.text}</p>
    </li>
  )
}

function Group({ group, columns }: { group: ServiceGroup; columns: string }) {
  return (
    <section id={group.id} className="wrap section" aria-labelledby={`${group.id}-heading`}>
      <h2 id={`${group.id}-heading`} className="max-w-[16em] text-display">
        {group.heading}
      </h2>
      <p className="mt-4 max-w-[38rem] text-lead text-quiet">{group.intro}</p>
      <ul className={`mt-12 grid gap-6 ${columns}`}>
        {group.services.map((service) => (
          <ServiceCard key={service.title} service={service} />
        ))}
      </ul>
    </section>
  )
}

export function ServicesView() {
  return (
    <>
      <PageBanner title={servicesBanner.title} lead={servicesBanner.lead} art={pageArt.services} />
      {serviceGroups.map((group) => (
        <Group
          key={group.id}
          group={group}
          columns={group.services.length === 4 ? 'sm:grid-cols-2 xl:grid-cols-4' : 'md:grid-cols-3'}
        />
      ))}
    </>
  )
}

const elsewhere = mainLinks.filter(
  ({ href }) => href === pages.about || href === pages.services || href === pages.contact,
)

export function NotFoundView() {
  return (
    <div className="wrap section">
      <p className="badge">{notFound.code}</p>
      <h1 className="mt-5 text-display">{notFound.heading}</h1>
      <p className="mt-5 max-w-[34rem] text-lead text-quiet">{notFound.text}</p>
      <a href={pages.home} className="button mt-8">
        {notFound.home}
      </a>
      <h2 className="mt-14 text-body tracking-normal">{notFound.other}</h2>
      <ul className="mt-2 flex flex-wrap gap-x-8">
        {elsewhere.map(({ label, href }) => (
          <li key={href}>
            <a href={href} className="link inline-flex min-h-12 items-center">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
