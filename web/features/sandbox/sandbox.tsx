import { useState } from 'react'
import { sandboxPage } from '#web/content/sandbox.ts'
import { Island } from '#web/ui/island.tsx'
import { Mandates } from './mandates.tsx'
import { Outbox } from './outbox.tsx'
import './sandbox.css'

const { columns, rows, ...numbers } = sandboxPage.numbers

/** The page of the sandbox: what was sent, and what its bank keeps. */
export function Sandbox() {
  const [hasBank, setHasBank] = useState(true)
  const sections = [
    ['messages', sandboxPage.listHeading],
    ...(hasBank ? [['mandates', sandboxPage.mandates.heading]] : []),
    ['numbers', numbers.heading],
  ]
  return (
    <Island name="test-page">
      <div className="wrap section outbox">
        <h1 className="text-display">{sandboxPage.heading}</h1>
        <p className="mt-4 max-w-[40rem] text-lead text-quiet">{sandboxPage.lead}</p>
        <nav aria-label={sandboxPage.sections} className="mt-6">
          <ul className="flex flex-wrap gap-x-6 gap-y-2">
            {sections.map(([id, heading]) => (
              <li key={id}>
                <a href={`#${id}`} className="link inline-block py-1">
                  {heading}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <Outbox />
        {hasBank && <Mandates onGone={() => setHasBank(false)} />}
        <Numbers />
      </div>
    </Island>
  )
}

/** The numbers that make the simulator of the Aadhaar provider fail. */
function Numbers() {
  return (
    <section aria-labelledby="numbers" className="sandbox-part">
      <h2 className="text-title" id="numbers">
        {numbers.heading}
      </h2>
      <p className="mt-2 max-w-[40rem] text-quiet">{numbers.lead}</p>
      <table className="number-table" aria-labelledby="numbers">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([digits, meaning]) => (
            <tr key={digits}>
              <th scope="row">{digits}</th>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
