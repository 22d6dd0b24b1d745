import { sandboxPage } from '#web/content/sandbox.ts'

const { heading, lead, columns, rows } = sandboxPage.numbers

/** The numbers that make the simulator of the Aadhaar provider fail (contract section 5). */
export function Numbers() {
  return (
    <section aria-labelledby="numbers" className="sandbox-part">
      <h2 className="text-title" id="numbers">
        {heading}
      </h2>
      <p className="mt-2 max-w-[40rem] text-quiet">{lead}</p>
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
