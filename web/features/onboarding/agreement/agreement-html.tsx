import { agreementPageMessages } from '#messages/agreements.ts'
import { language } from '#messages/language.ts'
import { languages } from '#contract/messages/languages.ts'
import type { AgreementBlock, AgreementText, OneText } from '#contract/schemas/agreements.ts'

interface AgreementHtmlProps {
  text: AgreementText
  /** The address of the person's photo, which is shown beside the text. */
  photo: string
}

/** The agreement as text, which reflows and can be read aloud and searched everywhere, unlike its PDF. */
export function AgreementHtml({ text, photo }: AgreementHtmlProps) {
  return (
    <>
      <Text text={text} photo={photo} />
      {text.english && <Text text={text.english} photo={photo} />}
    </>
  )
}

function Text({ text, photo }: { text: OneText; photo: string }) {
  // A page uses only its own language; the text itself says that nobody has accepted it yet.
  const isOurs = text.language === languages[language].tag
  const beside = { photo, unsigned: isOurs ? agreementPageMessages.notSigned : '–' }
  return (
    <article lang={text.language} className="mt-4 max-w-prose not-first:mt-12">
      <h3 className="text-subhead">{text.title}</h3>
      <Blocks blocks={text.summary} {...beside} />
      {text.sections.map((section) => (
        <section key={section.id}>
          <h4 className="mt-8 text-lead font-semibold">{section.heading}</h4>
          <Blocks blocks={section.blocks} {...beside} />
        </section>
      ))}
    </article>
  )
}

interface Beside {
  photo: string
  /** Shown instead of the name until it is accepted. */
  unsigned: string
}

// The text does not change while it is read, so a block's position is its key.
function Blocks({ blocks, ...beside }: { blocks: AgreementBlock[] } & Beside) {
  return blocks.map((block, place) => <Block key={place} block={block} {...beside} />)
}

function Block({ block, photo, unsigned }: { block: AgreementBlock } & Beside) {
  switch (block.kind) {
    case 'paragraph':
      return <p className="mt-3 wrap-anywhere">{block.text}</p>
    case 'list':
      return (
        <ul className="mt-3 list-disc pl-5">
          {block.items.map((item, place) => (
            <li key={place} className="mt-1">
              {item}
            </li>
          ))}
        </ul>
      )
    case 'table':
      return <Rows caption={block.caption} rows={block.rows} />
    case 'photo':
      return photo ? (
        <img src={photo} alt={block.alt} width={120} height={120} className="mt-3 rounded-card" />
      ) : null
    case 'signature':
      return (
        <p className="mt-3">
          <span className="text-quiet">{block.label}:</span> {block.name || unsigned}
        </p>
      )
  }
}

function Rows({ caption, rows }: Pick<Extract<AgreementBlock, { kind: 'table' }>, 'caption' | 'rows'>) {
  return (
    <table className="mt-4 w-full border-collapse text-left">
      <caption className="pb-2 text-left font-medium">{caption}</caption>
      <tbody>
        {rows.map(({ label, value }, place) => (
          <tr key={place} className="border-t border-line align-top">
            <th scope="row" className="w-1/3 py-2 pr-3 font-normal text-quiet sm:w-2/5">
              {label}
            </th>
            <td className="py-2 wrap-anywhere">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
