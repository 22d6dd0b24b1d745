import { ArrowRight } from 'lucide-react'
import { home } from '#web/content/site.ts'
import { pageArt } from '#web/views/parts/page-art.ts'
import { PagePicture } from '#web/views/parts/page-picture.tsx'

export function Hero() {
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
      <ul className="hero-doors wrap">
        {home.listeners.map(({ question, label, href }) => (
          <li key={href}>
            <a href={href} className="hero-door">
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
