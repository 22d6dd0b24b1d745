import { Testimonials } from './testimonials.tsx'
import { WhatWeDo } from './what-we-do.tsx'
import { home } from '#web/content/site.ts'
import { ArrowRight } from 'lucide-react'
import { pageArt, PagePicture } from '#web/views/parts/page-banner.tsx'

export function HomeView() {
  return (
    <>
      <Hero />
      <AboutUs />
      <WhatWeDo />
      <MissionVision />
      <Testimonials />
    </>
  )
}

function MissionVision() {
  return (
    <section className="bg-panel" aria-label="Mission and vision">
      <div className="mission-vision wrap section grid gap-6 lg:grid-cols-[7fr_5fr]">
        <div className="on-deep min-w-0 rounded-card border border-transparent p-8 md:p-12">
          <h2 className="text-heading">{home.mission.heading}</h2>
          <p className="mt-6 max-w-[32em] text-lead">{home.mission.text}</p>
        </div>
        <div className="min-w-0 rounded-card border border-line p-8 md:p-12">
          <h2 className="text-heading">{home.vision.heading}</h2>
          <p className="mt-6 text-lead text-quiet">{home.vision.text}</p>
        </div>
      </div>
    </section>
  )
}

function AboutUs() {
  const { badge, headline, intro } = home.about
  const [first, ...rest] = intro
  return (
    <section className="wrap section grid gap-x-16 gap-y-8 lg:grid-cols-[5fr_6fr]" aria-labelledby="about-us">
      <div>
        <p className="badge">{badge}</p>
        <h2 id="about-us" className="mt-5 max-w-[9em] text-display">
          {headline}
        </h2>
      </div>
      <div className="max-w-prose lg:pt-12">
        <p className="text-lead">{first}</p>
        {rest.map((paragraph) => (
          <p key={paragraph} className="mt-5 text-quiet">
            {paragraph}
          </p>
        ))}
      </div>
    </section>
  )
}

function Hero() {
  return (
    <section className="picture-band hero on-deep">
      <PagePicture {...pageArt.home} />
      <div className="hero-words wrap">
        <h1>
          <span className="block max-w-[22em] text-title font-normal tracking-normal">{home.welcome}</span>{' '}
          <span className="mt-4 block max-w-[10em] text-hero">{home.promise}</span>
        </h1>
        <a href={home.learnMore.href} className="button mt-8">
          <span>{home.learnMore.label}</span>
          <span className="sr-only">{home.learnMore.more}</span>
        </a>
      </div>
      <ul className="hero-links wrap">
        {home.audiences.map(({ question, label, href }) => (
          <li key={href}>
            <a href={href} className="hero-link">
              <span className="text-on-deep-quiet">{question}</span>
              <span className="flex items-center gap-2 font-semibold">
                {label}
                <ArrowRight size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
