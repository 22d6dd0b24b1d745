import { type Service, type ServiceGroup, serviceGroups, servicesBanner } from '#web/content/pages.ts'
import { pageArt, PageBanner } from './parts/page-banner.tsx'
import { ServiceIcon } from './parts/icons.tsx'

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
