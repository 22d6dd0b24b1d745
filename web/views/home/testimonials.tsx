import { ChevronLeft, ChevronRight } from 'lucide-react'
import { home } from '#web/content/site.ts'
import { type Testimonial, testimonials } from '#web/content/testimonials.ts'
import { Monogram } from './monogram.tsx'

/** Where a slide waits before any script runs: the first is shown, the last stands before it. */
function firstPlace(index: number): string {
  if (index === 0) return 'now'
  return index === testimonials.length - 1 ? 'before' : 'after'
}

function Slide({ testimonial, index }: { testimonial: Testimonial; index: number }) {
  return (
    <div
      className="slide"
      role="group"
      aria-roledescription="slide"
      aria-label={`${index + 1} of ${testimonials.length}`}
      data-place={firstPlace(index)}
    >
      <figure className="mx-auto max-w-[46rem] px-1 text-center">
        <Monogram letters={testimonial.monogram} name={testimonial.name} variant={index} />
        <blockquote className="mt-8 text-title">
          <p>{testimonial.text}</p>
        </blockquote>
        <figcaption className="mt-6 font-semibold">{testimonial.name}</figcaption>
      </figure>
    </div>
  )
}

function Controls() {
  return (
    <div className="carousel-controls mt-10 flex-wrap items-center justify-center gap-2">
      <button type="button" className="round-button" aria-controls="testimonial-slides" data-step="-1">
        <ChevronLeft size={20} strokeWidth={1.75} aria-hidden="true" />
        <span className="sr-only">Previous testimonial</span>
      </button>
      <div role="group" aria-label="Choose a testimonial" className="flex flex-wrap justify-center">
        {testimonials.map(({ id }, index) => (
          <button
            key={id}
            type="button"
            className="dot"
            aria-controls="testimonial-slides"
            aria-current={index === 0 ? 'true' : undefined}
            data-dot={index}
          >
            <span className="sr-only">
              Testimonial {index + 1} of {testimonials.length}
            </span>
          </button>
        ))}
      </div>
      <button type="button" className="round-button" aria-controls="testimonial-slides" data-step="1">
        <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" />
        <span className="sr-only">Next testimonial</span>
      </button>
    </div>
  )
}

export function Testimonials() {
  return (
    <section
      className="border-t border-line"
      aria-roledescription="carousel"
      aria-labelledby="testimonials"
      data-carousel
    >
      <div className="wrap section">
        <h2 id="testimonials" className="text-center text-heading">
          {home.testimonials.heading}
        </h2>
        <div id="testimonial-slides" className="slides mt-12" aria-live="polite">
          {testimonials.map((testimonial, index) => (
            <Slide key={testimonial.id} testimonial={testimonial} index={index} />
          ))}
        </div>
        <Controls />
      </div>
    </section>
  )
}
