/** Whether this is the long form (`npm run test:attacks -- --long`). */
export const isLong = Boolean(process.env['LONG'])

/** One line of figures for whoever runs the attacks. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
