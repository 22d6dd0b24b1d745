import { type PageArt, PagePicture } from './page-picture.tsx'

interface PageBannerProps {
  title: string
  lead: string
  art: PageArt
}

/** Title of a page on a band of the motif. */
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
