import { home } from '#web/content/site.ts'

export function AboutUs() {
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
