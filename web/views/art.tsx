import aboutTallAvif from '#web/pictures/about-tall.avif?url'
import aboutTallWebp from '#web/pictures/about-tall.webp?url'
import aboutWideAvif from '#web/pictures/about-wide.avif?url'
import aboutWideWebp from '#web/pictures/about-wide.webp?url'
import heroTallAvif from '#web/pictures/hero-tall.avif?url'
import heroTallWebp from '#web/pictures/hero-tall.webp?url'
import heroWideAvif from '#web/pictures/hero-wide.avif?url'
import heroWideWebp from '#web/pictures/hero-wide.webp?url'
import servicesTallAvif from '#web/pictures/services-tall.avif?url'
import servicesTallWebp from '#web/pictures/services-tall.webp?url'
import servicesWideAvif from '#web/pictures/services-wide.avif?url'
import servicesWideWebp from '#web/pictures/services-wide.webp?url'
import {
  BriefcaseBusiness,
  Cog,
  FileSearch,
  HeartPulse,
  IndianRupee,
  Landmark,
  ListFilter,
  type LucideIcon,
  Megaphone,
  MessagesSquare,
  MonitorSmartphone,
  Signpost,
  UserSearch,
} from 'lucide-react'
import type { SectorIcon as SectorIconName, ServiceIcon as ServiceIconName } from '#web/content/site.ts'

interface PageBannerProps {
  title: string
  lead: string
  art: PageArt
}

/** A page's title on a band with the motif. */
export function PageBanner({ title, lead, art }: PageBannerProps) {
  return (
    <section className="picture-band page-band on-deep">
      <PagePicture {...art} />
      <div className="wrap pt-56 pb-12 lg:pt-48 lg:pb-24">
        <h1 className="max-w-[14em] text-display">{title}</h1>
        <p className="mt-5 max-w-[34rem] text-lead text-on-deep">{lead}</p>
      </div>
    </section>
  )
}

interface Formats {
  avif: string
  webp: string
}

interface PageArt {
  /** The picture for smaller screens, and their media query. */
  tall: Formats
  tallMedia: string
  wide: Formats
  /** Of the wide picture, in pixels. */
  width: number
  height: number
}

/** The first picture of a page: with its size, requested first, never lazy; it is decoration, so it has no text. */
export function PagePicture({ tall, tallMedia, wide, width, height }: PageArt) {
  return (
    <picture>
      <source media={tallMedia} type="image/avif" srcSet={tall.avif} />
      <source media={tallMedia} type="image/webp" srcSet={tall.webp} />
      <source type="image/avif" srcSet={wide.avif} />
      <img src={wide.webp} width={width} height={height} alt="" fetchPriority="high" />
    </picture>
  )
}

const bandMedia = '(width < 64rem)'

/** The drawn pictures, under their hashed addresses. */
export const pageArt: Record<'home' | 'about' | 'services', PageArt> = {
  home: {
    tall: { avif: heroTallAvif, webp: heroTallWebp },
    tallMedia: '(max-aspect-ratio: 1/1)',
    wide: { avif: heroWideAvif, webp: heroWideWebp },
    width: 1920,
    height: 1080,
  },
  about: {
    tall: { avif: aboutTallAvif, webp: aboutTallWebp },
    tallMedia: bandMedia,
    wide: { avif: aboutWideAvif, webp: aboutWideWebp },
    width: 1920,
    height: 640,
  },
  services: {
    tall: { avif: servicesTallAvif, webp: servicesTallWebp },
    tallMedia: bandMedia,
    wide: { avif: servicesWideAvif, webp: servicesWideWebp },
    width: 1920,
    height: 640,
  },
}

const icons: Record<SectorIconName, LucideIcon> = {
  technology: MonitorSmartphone,
  healthcare: HeartPulse,
  finance: Landmark,
  marketing: Megaphone,
  engineering: Cog,
}

export function SectorIcon({ name }: { name: SectorIconName }) {
  const Icon = icons[name]
  return <Icon size={32} strokeWidth={1.5} aria-hidden="true" className="shrink-0 text-accent" />
}

const serviceIcons: Record<ServiceIconName, LucideIcon> = {
  screening: ListFilter,
  staffing: BriefcaseBusiness,
  executive: UserSearch,
  payroll: IndianRupee,
  search: FileSearch,
  interview: MessagesSquare,
  counselling: Signpost,
}

export function ServiceIcon({ name }: { name: ServiceIconName }) {
  const Icon = serviceIcons[name]
  return <Icon size={32} strokeWidth={1.5} aria-hidden="true" />
}
