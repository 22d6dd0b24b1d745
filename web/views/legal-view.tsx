import { Fragment } from 'react'
import { addressIn, defaultLanguage, languages } from '#contract/messages/languages.ts'
import { legalPage } from '#messages/legal.ts'
import { language } from '#web/lib/language.ts'
import type { Block, LegalText, TextPart } from '#web/content/legal/legal-text.ts'

function Parts({ parts }: { parts: TextPart[] }) {
  return parts.map(({ kind, text, href }, index) => {
    if (kind === 'strong') return <strong key={index}>{text}</strong>
    if (kind === undefined) return <Fragment key={index}>{text}</Fragment>
    return (
      <a key={index} href={href} className="link">
        {text}
      </a>
    )
  })
}

function OneBlock({ block }: { block: Block }) {
  if (block.kind === 'subheading') return <h3>{block.text}</h3>
  if (block.kind === 'paragraph')
    return (
      <p>
        <Parts parts={block.parts} />
      </p>
    )
  if (block.kind === 'address')
    return (
      <address className="not-italic">
        {block.lines.map((parts, index) => (
          <Fragment key={index}>
            {index > 0 && <br />}
            <Parts parts={parts} />
          </Fragment>
        ))}
      </address>
    )
  const List = block.kind === 'numbered' ? 'ol' : 'ul'
  return (
    <List className={block.kind === 'numbered' ? 'list-decimal' : 'list-disc'}>
      {block.lines.map((parts, index) => (
        <li key={index}>
          <Parts parts={parts} />
        </li>
      ))}
    </List>
  )
}

function Blocks({ blocks }: { blocks: Block[] }) {
  return blocks.map((block, index) => <OneBlock key={index} block={block} />)
}

function Contents({ sections }: Pick<LegalText, 'sections'>) {
  return (
    <nav className="contents-list" aria-labelledby="contents-heading">
      <h2 id="contents-heading" className="text-small tracking-normal text-quiet">
        {legalPage.contents}
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

/** Which text the translation was made from, and binds. */
function Original({ path }: Pick<LegalText, 'path'>) {
  return (
    <p className="mt-2 text-quiet">
      {legalPage.translated}{' '}
      <a
        href={addressIn(defaultLanguage, path)}
        hrefLang={languages[defaultLanguage].tag}
        className="link inline-block py-2"
      >
        {legalPage.original}
      </a>
    </p>
  )
}

export function LegalView({ text }: { text: LegalText }) {
  return (
    <article className="wrap section">
      <h1 className="text-display">{text.title}</h1>
      <p className="mt-4 text-quiet">
        {text.dateLabel} <time dateTime={text.dateIso}>{text.dateText}</time>
      </p>
      {language !== defaultLanguage && <Original path={text.path} />}
      <div className="legal-columns mt-10">
        <Contents sections={text.sections} />
        <div className="legal-prose">
          <Blocks blocks={text.intro} />
          {text.sections.map(({ id, heading, blocks }) => (
            <section key={id} id={id} aria-labelledby={`${id}-heading`}>
              <h2 id={`${id}-heading`}>{heading}</h2>
              <Blocks blocks={blocks} />
            </section>
          ))}
        </div>
      </div>
    </article>
  )
}
