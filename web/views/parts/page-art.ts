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
import type { PageArt } from './page-picture.tsx'

const bandMedia = '(width < 64rem)'

/** The drawn pictures, under their hashed addresses. The script that drew them is `scripts/art.ts` of commit 8e09b03. */
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
