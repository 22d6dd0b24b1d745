import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { pages } from '#contract/paths.ts'
import { fill } from '#contract/messages/sentences.ts'
import { contactPage } from '#messages/form-pages.ts'
import { aboutPage, notFoundPage, remindersPage, servicesPage } from '#messages/pages.ts'
import { sectors, type Service, type ServiceGroup, serviceGroups, mainLinks } from '#web/content/site.ts'
import { here } from '#web/lib/page.ts'
import { pageArt, PageBanner, SectorIcon, ServiceIcon } from './art.tsx'

function Mission() {
  const [first, ...rest] = aboutPage.mission.text
  return (
    <section className="wrap section grid grid-cols-1 gap-x-16 gap-y-6 lg:grid-cols-[5fr_7fr]">
      <h2 className="text-heading">{aboutPage.mission.heading}</h2>
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
  const { heading, lead, steps } = aboutPage.specialisation
  return (
    <section className="border-y border-line bg-panel">
      <div className="wrap section">
        <h2 className="text-heading">{heading}</h2>
        <p className="mt-4 max-w-prose text-lead text-quiet">{lead}</p>
        <ol className="mt-12 grid grid-cols-1 gap-x-10 gap-y-8 md:grid-cols-3">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="border-t border-edge pt-5">
              <span className="text-heading font-semibold text-accent" aria-hidden="true">
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
      <h2 className="text-heading">{aboutPage.industries.heading}</h2>
      <ul>
        {sectors.map(({ icon, name, detail }) => (
          <li key={name} className="flex flex-wrap gap-[20px] border-t border-line py-6 last:border-b">
            <div className="shrink-0">
              <SectorIcon name={icon} />
            </div>
            <div className="min-w-0 grow basis-[9em]">
              <h3 className="text-subhead">{name}</h3>
              <p className="mt-1 max-w-prose text-quiet">{detail}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Where About and Services lead to. */
function Invitation() {
  const { heading, text, action, apply } = aboutPage.invitation
  return (
    <section className="border-t border-line bg-panel">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-16 gap-y-6 py-16">
        <div>
          <h2 className="text-heading">{heading}</h2>
          <p className="mt-2 text-lead text-quiet">{text}</p>
        </div>
        <p className="flex flex-wrap gap-4">
          <a href={here(pages.contact)} className="button">
            {action}
          </a>
          <a href={here(pages.career)} className="button button-quiet">
            {apply}
          </a>
        </p>
      </div>
    </section>
  )
}

export function AboutView() {
  return (
    <>
      <PageBanner title={aboutPage.title} lead={aboutPage.lead} art={pageArt.about} />
      <Mission />
      <Specialisation />
      <Industries />
      <Invitation />
    </>
  )
}

/** In the order of the seven parts of the card sprite (`web/pictures/cards.webp`), each 480 pixels wide. */
const cuts = [
  '[--cut:0]',
  '[--cut:calc(100%/6)]',
  '[--cut:calc(200%/6)]',
  '[--cut:50%]',
  '[--cut:calc(400%/6)]',
  '[--cut:calc(500%/6)]',
  '[--cut:100%]',
]
const cutOrder = serviceGroups.flatMap(({ services }) => services)

function ServiceCard({ service, action }: { service: Service; action: string }) {
  return (
    <li className="on-deep relative isolate flex flex-col overflow-hidden rounded-card px-[24px] pt-6 pb-5 forced-colors:border">
      <div
        className={`card-art -z-1 -mx-[24px] -mt-6 -mb-5 aspect-2/1 sm:aspect-4/3 print:hidden ${cuts[cutOrder.indexOf(service)]}`}
      />
      <ServiceIcon name={service.icon} />
      <h3 className="mt-4 text-subhead">{service.title}</h3>
      <p className="mt-2 mb-3 text-on-deep-quiet">{service.text}</p>
      <a
        href={service.href}
        className="link mt-auto inline-flex min-h-12 items-center gap-2 self-start font-semibold"
      >
        <span className="min-w-0 wrap-anywhere">
          {action}
          <span className="sr-only">: {service.title}</span>
        </span>
        <ArrowRight size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      </a>
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
          <ServiceCard key={service.title} service={service} action={group.action} />
        ))}
      </ul>
    </section>
  )
}

/** The beginning of an enquiry from a service's own link; the form's code reads it here. */
export function AskedAbout() {
  const services = serviceGroups.filter(({ id }) => id === 'employers').flatMap((group) => group.services)
  return (
    <div hidden>
      {services.map(({ icon, title }) => (
        <p key={icon} data-about={icon}>
          {fill(contactPage.about, { service: title })}
        </p>
      ))}
    </div>
  )
}

export function ServicesView() {
  return (
    <>
      <PageBanner title={servicesPage.title} lead={servicesPage.lead} art={pageArt.services} />
      {serviceGroups.map((group) => (
        <Group
          key={group.id}
          group={group}
          columns={group.services.length === 4 ? 'sm:grid-cols-2 xl:grid-cols-4' : 'md:grid-cols-3'}
        />
      ))}
      <Invitation />
    </>
  )
}

const others = [pages.about, pages.services, pages.contact].map(here)
const elsewhere = mainLinks.filter(({ href }) => others.includes(href))

export function NotFoundView() {
  return (
    <div className="wrap section">
      <p className="badge">404</p>
      <h1 className="mt-5 text-display">{notFoundPage.heading}</h1>
      <p className="mt-5 max-w-[34rem] text-lead text-quiet">{notFoundPage.text}</p>
      <a href={here(pages.home)} className="button mt-8">
        {notFoundPage.home}
      </a>
      <h2 className="mt-14 text-body tracking-normal">{notFoundPage.other}</h2>
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

/** The page of a reminder's link, which stops the reminders; `children` replace the form. */
export function RemindersView({ children = <StopReminders /> }: { children?: ReactNode }) {
  const { heading, text } = remindersPage
  return (
    <div className="wrap section">
      <h1 className="text-display">{heading}</h1>
      <p className="mt-5 max-w-[34rem] text-lead text-quiet">{text}</p>
      <div className="mt-8 max-w-form">{children}</div>
    </div>
  )
}

/** The form posts to the address of its page, which names the record, so that it needs no script. */
export function StopReminders() {
  const { keeps, stop } = remindersPage
  return (
    <form method="post">
      <p className="rounded-card border border-line bg-panel px-5 py-4">{keeps}</p>
      <button type="submit" className="button mt-6">
        {stop}
      </button>
    </form>
  )
}
