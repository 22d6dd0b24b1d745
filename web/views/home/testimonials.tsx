import { ChevronLeft, ChevronRight } from 'lucide-react'
import { fill } from '#contract/messages/sentences.ts'
import { carouselTexts } from '#messages/site.ts'
import { testimonials } from '#web/content/site.ts'

const total = testimonials.length

/** Returns the place of a slide before any script runs: the first is shown, the last is before it. */
function firstPlace(index: number): string {
  if (index === 0) return 'now'
  return index === total - 1 ? 'before' : 'after'
}

/** Without scripts every testimonial is in the page; with them one at a time, centred. */
function Slide({ testimonial, index }: { testimonial: (typeof testimonials)[number]; index: number }) {
  return (
    <div
      className="duration-500 scripted:transition-[translate,visibility] scripted:[grid-area:1/1] scripted:ease-[ease-in-out] scripted:data-[place=after]:translate-x-full scripted:data-[place=before]:-translate-x-full scripted:not-data-[place=now]:invisible"
      role="group"
      aria-roledescription={carouselTexts.slide}
      aria-label={fill(carouselTexts.position, { number: index + 1, total })}
      data-place={firstPlace(index)}
    >
      <figure className="mx-auto max-w-[46rem] px-1 text-center">
        <Monogram letters={testimonial.monogram} name={testimonial.name} variant={index} />
        <blockquote className="mt-8 text-title">
          <p>{testimonial.text}</p>
        </blockquote>
        <figcaption className="mt-6 font-semibold">
          {testimonial.name}
          <span className="block font-normal text-quiet empty:hidden">{testimonial.role}</span>
        </figcaption>
      </figure>
    </div>
  )
}

const roundButton =
  'grid size-12 cursor-pointer place-items-center rounded-full border hover:bg-accent hover:text-on-accent'

function Controls() {
  return (
    <div className="mt-10 hidden flex-wrap items-center justify-center gap-2 scripted:flex">
      <button type="button" className={roundButton} aria-controls="testimonial-slides" data-step="-1">
        <ChevronLeft size={20} strokeWidth={1.75} aria-hidden="true" />
        <span className="sr-only">{carouselTexts.previous}</span>
      </button>
      <div role="group" aria-label={carouselTexts.choose} className="flex flex-wrap justify-center">
        {testimonials.map(({ name }, index) => (
          // Filled by its border, which forced colours keep.
          <button
            key={name}
            type="button"
            className="grid size-12 cursor-pointer place-items-center rounded-full before:size-3 before:rounded-full before:border-2 aria-[current=true]:before:border-6"
            aria-controls="testimonial-slides"
            aria-current={index === 0 ? 'true' : undefined}
            data-dot={index}
          >
            <span className="sr-only">{fill(carouselTexts.one, { number: index + 1, total })}</span>
          </button>
        ))}
      </div>
      <button type="button" className={roundButton} aria-controls="testimonial-slides" data-step="1">
        <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" />
        <span className="sr-only">{carouselTexts.next}</span>
      </button>
    </div>
  )
}

export function Testimonials() {
  return (
    <section
      className="border-t border-line"
      aria-roledescription={carouselTexts.carousel}
      aria-labelledby="testimonials"
      data-carousel
    >
      <div className="wrap section">
        <h2 id="testimonials" className="text-center text-heading">
          {carouselTexts.heading}
        </h2>
        <div
          id="testimonial-slides"
          className="mt-12 grid gap-12 scripted:gap-0 scripted:overflow-hidden"
          aria-live="polite"
        >
          {testimonials.map((testimonial, index) => (
            <Slide key={testimonial.name} testimonial={testimonial} index={index} />
          ))}
        </div>
        <Controls />
      </div>
    </section>
  )
}

interface MonogramProps {
  letters: string
  name: string
  /** The direction of its threads. */
  variant: number
}

const threads = [
  [
    'M0 20C40 22 50 60 96 66',
    'M0 34C40 36 50 66 96 71',
    'M0 76C40 74 56 78 96 76',
    'M0 90C40 88 56 82 96 81',
  ],
  [
    'M8 0C16 40 44 62 96 60',
    'M24 0C28 36 52 56 96 55',
    'M78 96C74 70 80 66 96 65',
    'M64 96C62 74 74 70 96 70',
  ],
  [
    'M0 70C34 68 60 30 96 26',
    'M0 62C30 60 56 24 96 14',
    'M0 78C40 76 66 44 96 40',
    'M0 86C44 84 70 58 96 54',
  ],
]

/** A drawn portrait: two letters over a part of the motif, in the palette. */
function Monogram({ letters, name, variant }: MonogramProps) {
  return (
    <svg
      viewBox="0 0 96 96"
      width="96"
      height="96"
      role="img"
      aria-label={fill(carouselTexts.monogram, { name })}
      className="mx-auto"
    >
      <clipPath id={`round-${variant}`}>
        <circle cx="48" cy="48" r="48" />
      </clipPath>
      <g clipPath={`url(#round-${variant})`}>
        <rect width="96" height="96" fill="var(--deep)" />
        <g fill="none" stroke="var(--on-deep-quiet)" strokeOpacity=".45">
          {threads[variant % threads.length]?.map((thread) => (
            <path key={thread} d={thread} />
          ))}
        </g>
        {/* By night the background is nearly as dark as the disc. */}
        <circle cx="48" cy="48" r="47" fill="none" stroke="var(--edge)" strokeWidth="2" />
      </g>
      <text x="48" y="58" textAnchor="middle" fontSize="30" fontWeight="600" fill="var(--on-deep)">
        {letters}
      </text>
    </svg>
  )
}
