import { Testimonials } from './testimonials.tsx'
import { homePage as home } from '#messages/site.ts'
import { Fragment } from 'react'
import { pages } from '#contract/paths.ts'
import { jobsIn, jobsOnly, testimonialsOnly, withoutJobs } from '#contract/schemas/agency.ts'
import { pageTokens } from '#contract/schemas/drawn-pages.ts'
import { audiences, sectors } from '#web/content/site.ts'
import { here } from '#web/lib/page.ts'
import { ArrowRight } from 'lucide-react'
import { pageArt, PagePicture, SectorIcon } from '#web/views/art.tsx'

export function HomeView() {
  return (
    <>
      <Hero />
      {pageTokens.newest}
      <AboutUs />
      <WhatWeDo />
      <MissionVision />
      {testimonialsOnly.start}
      <Testimonials />
      {testimonialsOnly.end}
    </>
  )
}

function MissionVision() {
  return (
    <section className="bg-panel" aria-label={home.missionAndVision}>
      <div className="wrap section grid pt-10 min-[75rem]:pt-0 gap-6 lg:grid-cols-[7fr_5fr]">
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

/** Even with the sandbox's note above it, the first screen ends with the two links. */
function Hero() {
  return (
    <section
      id="welcome"
      className="picture-band on-deep flex min-h-svh flex-col in-[body:has(.top-note)]:min-h-[calc(100svh-2.625rem)] in-[body:has(.top-note)]:max-[30rem]:min-h-[calc(100svh-4.125rem)] print:min-h-0"
    >
      <PagePicture {...pageArt.home} />
      <div className="wrap flex flex-1 flex-col items-start justify-center pt-32 pb-12 max-[24rem]:pt-44 max-md:portrait:justify-end max-md:portrait:pt-48">
        {/* Filled in for a visitor who sent a form; announced, since it exists from the start. */}
        <div
          data-receipt
          role="status"
          className="mb-8 max-w-form rounded-card bg-panel px-5 py-4 text-ink empty:hidden"
        ></div>
        <h1 className="hero-words max-w-full">
          <span className="block max-w-[22em] text-title font-normal tracking-normal">{home.welcome}</span>{' '}
          <span className="mt-4 block max-w-[10em] text-hero">{home.promise}</span>
        </h1>
        <a href={here(pages.about)} className="button mt-8">
          <span>{home.learnMore.label}</span>
          <span className="sr-only">{home.learnMore.more}</span>
        </a>
      </div>
      <ul className="wrap flex flex-wrap gap-x-14 pb-6">
        {[
          { ...audiences.employers, shown: always },
          { ...audiences.jobSeekers, shown: withoutJobs },
          { ...audiences.jobSeekers, label: pageTokens.see, href: here(pages.jobs), shown: jobsOnly },
        ].map(({ question, label, href, shown }) => (
          <Fragment key={href}>
            {shown.start}
            <li>
              <a
                href={href}
                className="flex min-h-12 flex-col justify-center py-2 underline-offset-[0.25em] hover:underline"
              >
                <span className="text-on-deep-quiet">{question}</span>
                <span className="flex items-center gap-2 font-semibold">
                  {label}
                  <ArrowRight size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
                </span>
              </a>
            </li>
            {shown.end}
          </Fragment>
        ))}
      </ul>
    </section>
  )
}

const always = { start: '', end: '' }

function WhatWeDo() {
  const { heading, lead } = home.whatWeDo
  return (
    <section className="border-t border-line bg-panel" aria-labelledby="what-we-do">
      <div className="wrap section pb-0">
        <div className="grid gap-x-16 gap-y-4 lg:grid-cols-[5fr_6fr]">
          <h2 id="what-we-do" className="text-display">
            {heading}
          </h2>
          <p className="max-w-prose text-lead text-quiet lg:pt-2">{lead}</p>
        </div>
        <ul className="mt-14 grid grid-cols-1 gap-px overflow-hidden rounded-card border border-line bg-line md:grid-cols-6 min-[75rem]:grid-cols-5">
          {sectors.map(({ icon, name, roles }, index) => (
            <li
              key={name}
              className={`relative flex flex-wrap gap-[20px] bg-panel px-[24px] py-7 md:flex-col md:flex-nowrap md:gap-8 md:pb-10 min-[75rem]:col-span-1 min-[75rem]:gap-14 ${index < 2 ? 'md:col-span-3' : 'md:col-span-2'}`}
            >
              <SectorIcon name={icon} />
              <div className="min-w-0 grow basis-[9em] md:basis-auto">
                <h3 className="text-subhead">
                  <SectorName sector={icon} name={name} />
                </h3>
                <p className="mt-2 text-quiet">{roles}</p>
              </div>
            </li>
          ))}
        </ul>
        <JoiningThreads />
      </div>
    </section>
  )
}

/** A sector, with a link to its jobs while one is open. */
function SectorName({ sector, name }: { sector: (typeof sectors)[number]['icon']; name: string }) {
  const { some, none } = jobsIn(sector)
  return (
    <>
      {some.start}
      <a
        href={`${here(pages.jobs)}?sector=${sector}`}
        className="underline-offset-[0.2em] after:absolute after:inset-0 hover:underline"
      >
        {name}
      </a>
      {some.end + none.start + name + none.end}
    </>
  )
}

/** Threads of one tile, as percentages of its width from its left side. */
const starts = [18, 38, 62, 82]
const tiles = 5
/** Where the cord ends: the middle of the mission card, in a box 500 wide. */
const arrival = 145

function threadPath(tile: number, start: number): string {
  const from = tile * 100 + start
  const order = tile * starts.length + starts.indexOf(start)
  const to = arrival + (order - (tiles * starts.length - 1) / 2) * 0.9
  return `M${from} 0C${from} 70 ${to.toFixed(1)} 40 ${to.toFixed(1)} 120`
}

/** Threads from each of the five tiles join into one cord to the mission below: the motif, drawn in the page. */
function JoiningThreads() {
  const paths = Array.from({ length: tiles }, (_, tile) =>
    starts.map((start) => threadPath(tile, start)),
  ).flat()
  const zari = 13
  return (
    <svg
      className="hidden h-36 w-full text-accent min-[75rem]:block print:hidden"
      viewBox="0 0 500 120"
      preserveAspectRatio="none"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <path
        d={paths.filter((_, index) => index !== zari).join('')}
        strokeOpacity=".55"
        vectorEffect="non-scaling-stroke"
      />
      <path d={paths[zari]} stroke="var(--marigold)" strokeWidth="2" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
