/** Returns the statuses of so many calls in sequence. */
export async function statusesOf(
  count: number,
  call: (at: number) => Promise<{ status: number }>,
): Promise<number[]> {
  const statuses: number[] = []
  for (let at = 0; at < count; at += 1) statuses.push((await call(at)).status)
  return statuses
}

export function times(count: number, status: number): number[] {
  return Array<number>(count).fill(status)
}

export function thenOf(count: number, status: number, more: number, other: number): number[] {
  return [...times(count, status), ...times(more, other)]
}
