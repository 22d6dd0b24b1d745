interface SaveLineCalls<Choices> {
  send(choice: Partial<Choices>): Promise<void>
  /** Is told what is not saved yet, at every change of it. */
  waits(choices: Partial<Choices>): void
}

export interface SaveLine<Choices> {
  save(choices: Partial<Choices>): Promise<void>
  /** Answers what waits for the call under way, and sends none of it. */
  takeWaiting(): Partial<Choices>
}

/**
 * Sends choices one after the other. While a call is under way the last choice of each field waits for it, and those
 * before it are not sent.
 */
export function createSaveLine<Choices extends object>({
  send,
  waits,
}: SaveLineCalls<Choices>): SaveLine<Choices> {
  let waiting = new Map<string, unknown>()
  let underWay: Partial<Choices> | undefined
  const objectOf = (fields: Map<string, unknown>) => Object.fromEntries(fields) as Partial<Choices>

  async function save(choices: Partial<Choices>): Promise<void> {
    for (const [field, value] of Object.entries(choices)) waiting.set(field, value)
    waits({ ...underWay, ...objectOf(waiting) })
    if (underWay) return
    // One field at a time: a refusal speaks of one.
    for (let [next] = waiting; next; [next] = waiting) {
      waiting.delete(next[0])
      underWay = objectOf(new Map([next]))
      await send(underWay)
      underWay = undefined
      waits(objectOf(waiting))
    }
  }
  return {
    save,
    takeWaiting() {
      const taken = objectOf(waiting)
      waiting = new Map()
      return taken
    },
  }
}
