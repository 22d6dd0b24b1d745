/** The statuses of so many calls, one after the other. */
export async function statusesOf(
  count: number,
  call: (at: number) => Promise<{ status: number }>,
): Promise<number[]> {
  const statuses: number[] = []
  for (let at = 0; at < count; at += 1) statuses.push((await call(at)).status)
  return statuses
}

/** So many of one status. */
export function times(count: number, status: number): number[] {
  return Array<number>(count).fill(status)
}

/** So many of one status and then so many of another. */
export function thenOf(count: number, status: number, more: number, other: number): number[] {
  return [...times(count, status), ...times(more, other)]
}
