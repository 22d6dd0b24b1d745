import type { LegalText } from '#web/content/legal/legal-text.ts'
import { LegalBlocks } from './parts/legal-blocks.tsx'

function Contents({ sections }: Pick<LegalText, 'sections'>) {
  return (
    <nav className="contents-list" aria-labelledby="contents-heading">
      <h2 id="contents-heading" className="text-small tracking-normal text-quiet">
        On this page
      </h2>
      <ul className="mt-2">
        {sections.map(({ id, heading }) => (
          <li key={id}>
            <a href={`#${id}`} className="contents-link">
              {heading}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function LegalView({ text }: { text: LegalText }) {
  return (
    <article className="wrap section">
      <h1 className="text-display">{text.title}</h1>
      <p className="mt-4 text-quiet">
        {text.dateLabel} <time dateTime={text.dateIso}>{text.dateText}</time>
      </p>
      <div className="legal-columns mt-10">
        <Contents sections={text.sections} />
        <div className="legal-prose">
          {text.intro && <LegalBlocks blocks={text.intro} />}
          {text.sections.map(({ id, heading, blocks }) => (
            <section key={id} id={id} aria-labelledby={`${id}-heading`}>
              <h2 id={`${id}-heading`}>{heading}</h2>
              <LegalBlocks blocks={blocks} />
            </section>
          ))}
        </div>
      </div>
    </article>
  )
}
