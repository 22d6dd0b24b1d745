import aboutTallAvif from '#art/about-tall.avif?url'
import aboutTallWebp from '#art/about-tall.webp?url'
import aboutWideAvif from '#art/about-wide.avif?url'
import aboutWideWebp from '#art/about-wide.webp?url'
import heroTallAvif from '#art/hero-tall.avif?url'
import heroTallWebp from '#art/hero-tall.webp?url'
import heroWideAvif from '#art/hero-wide.avif?url'
import heroWideWebp from '#art/hero-wide.webp?url'
import servicesTallAvif from '#art/services-tall.avif?url'
import servicesTallWebp from '#art/services-tall.webp?url'
import servicesWideAvif from '#art/services-wide.avif?url'
import servicesWideWebp from '#art/services-wide.webp?url'
import type { PageArt } from './page-picture.tsx'

const bandMedia = '(width < 64rem)'

/** The pictures that scripts/art.ts draws, under their hashed addresses. */
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
