import { Fragment } from 'react'
import type { Block, TextPart } from '#web/content/legal/legal-text.ts'

function Part({ part }: { part: TextPart }) {
  if (typeof part === 'string') return part
  if (part.kind === 'strong') return <strong>{part.text}</strong>
  const href = part.kind === 'mail' ? `mailto:${part.address}` : part.path
  return (
    <a href={href} className="link">
      {part.kind === 'mail' ? part.address : part.text}
    </a>
  )
}

function Parts({ parts }: { parts: TextPart[] }) {
  return parts.map((part, index) => <Part key={index} part={part} />)
}

function List({ block }: { block: Extract<Block, { kind: 'list' }> }) {
  const Tag = block.style === 'numbered' ? 'ol' : 'ul'
  return (
    <Tag className={block.style === 'numbered' ? 'list-decimal' : 'list-disc'}>
      {block.items.map((parts, index) => (
        <li key={index}>
          <Parts parts={parts} />
        </li>
      ))}
    </Tag>
  )
}

function Contact({ block }: { block: Extract<Block, { kind: 'contact' }> }) {
  return (
    <address className="not-italic">
      <strong>{block.name}</strong>
      {block.addressLines.map((line) => (
        <Fragment key={line}>
          <br />
          {line}
        </Fragment>
      ))}
      {block.emails.map(({ label, address }) => (
        <Fragment key={address}>
          <br />
          {label}:{' '}
          <a href={`mailto:${address}`} className="link">
            {address}
          </a>
        </Fragment>
      ))}
    </address>
  )
}

function OneBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Parts parts={block.parts} />
        </p>
      )
    case 'subheading':
      return <h3>{block.text}</h3>
    case 'list':
      return <List block={block} />
    case 'contact':
      return <Contact block={block} />
  }
}

export function LegalBlocks({ blocks }: { blocks: Block[] }) {
  return blocks.map((block, index) => <OneBlock key={index} block={block} />)
}
