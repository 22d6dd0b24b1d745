import { home } from '#web/content/site.ts'

export function MissionVision() {
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
