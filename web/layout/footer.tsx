import { ArrowUpRight } from 'lucide-react'
import { Fragment } from 'react'
import { agency, whereSet } from '#contract/schemas/agency.ts'
import { footerTexts } from '#messages/site.ts'
import { footerColumns, legalLinks, type Link, socialLinks, workLinks } from '#web/content/site.ts'
import { Brand } from './header.tsx'
import { Call, MapLink, Proofs } from './reach.tsx'

const footerLink = 'inline-flex min-h-10 items-center underline-offset-[0.25em] wrap-anywhere hover:underline'

function FooterLinks({ links, className }: { links: Link[]; className: string }) {
  return (
    <ul className={className}>
      {links.map(({ label, href, only }) => (
        <Fragment key={href}>
          {only?.start}
          <li>
            <a href={href} className={footerLink}>
              {label}
            </a>
          </li>
          {only?.end}
        </Fragment>
      ))}
    </ul>
  )
}

function Column({ heading, links }: { heading: string; links: Link[] }) {
  return (
    <nav aria-label={heading}>
      <h2 className="text-body tracking-normal">{heading}</h2>
      <FooterLinks links={links} className="mt-3" />
    </nav>
  )
}

function Reach() {
  const map = whereSet('map')
  return (
    <div className="col-span-2 max-w-[24rem] lg:col-span-1">
      <Brand />
      <p className="mt-4 text-on-deep-quiet">{footerTexts.tagline}</p>
      <p className="mt-4">
        <a href={`mailto:${agency.email}`} className={`${footerLink} underline`}>
          {agency.email}
        </a>
      </p>
      <Call className={`${footerLink} underline`} />
      {map.start}
      <address className="mt-4 text-on-deep-quiet not-italic">
        {`${agency.street}, ${agency.city} ${agency.pincode}, ${agency.state}`}
      </address>
      {map.end}
      <MapLink className={`${footerLink} underline`} />
      <FooterLinks links={workLinks} className="flex flex-wrap gap-x-6" />
      <ul className="flex flex-wrap gap-x-6">
        {socialLinks.map(({ label, href }) => (
          <li key={label}>
            <a href={href} rel="external noopener" className={`${footerLink} gap-1`}>
              {label}
              <ArrowUpRight size={16} strokeWidth={1.75} aria-hidden="true" />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function Footer() {
  return (
    <footer className="site-footer on-deep">
      <div className="wrap py-16">
        <div className="grid grid-cols-2 gap-x-6 gap-y-12 sm:gap-x-12 lg:grid-cols-[2fr_1fr_1fr]">
          <Reach />
          {footerColumns.map((column) => (
            <Column key={column.heading} {...column} />
          ))}
        </div>
        <div className="mt-14 flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-deep-line pt-6 text-small text-on-deep-quiet">
          <p>
            © {agency.year} {agency.nameStart}
          </p>
          <Proofs className="wrap-anywhere" />
          <FooterLinks links={legalLinks} className="flex flex-wrap gap-x-6" />
        </div>
      </div>
    </footer>
  )
}
