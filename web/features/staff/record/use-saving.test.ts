import { expect, it } from 'vitest'
import { createSaveQueue } from './use-saving.ts'

interface Choices {
  status: string
  assignedTo: string | null
}

/** A queue whose calls answer when the test says so. */
function heldQueue() {
  const sent: Partial<Choices>[] = []
  const waited: Partial<Choices>[] = []
  const answers: (() => void)[] = []
  const queue = createSaveQueue<Choices>({
    async send(choice) {
      sent.push(choice)
      await new Promise<void>((answer) => answers.push(answer))
    },
    waits: (choices) => waited.push(choices),
  })
  return { queue, sent, waited, answer: () => answers.shift()?.() }
}

it('sends a choice at once, and the last of those made meanwhile once it is answered', async () => {
  const { queue, sent, waited, answer } = heldQueue()
  const saved = queue.save({ status: 'shortlisted' })
  for (const status of ['interview', 'offered', 'rejected']) void queue.save({ status })
  expect(sent).toEqual([{ status: 'shortlisted' }])
  expect(waited.at(-1)).toEqual({ status: 'rejected' })
  answer()
  await expect.poll(() => sent).toEqual([{ status: 'shortlisted' }, { status: 'rejected' }])
  answer()
  await saved
  expect(waited.at(-1)).toEqual({})
})

it('loses no choice of another field', async () => {
  const { queue, sent, waited, answer } = heldQueue()
  const saved = queue.save({ status: 'interview' })
  void queue.save({ assignedTo: null })
  expect(waited.at(-1)).toEqual({ status: 'interview', assignedTo: null })
  answer()
  await expect.poll(() => sent.length).toBe(2)
  expect(waited.at(-1)).toEqual({ assignedTo: null })
  answer()
  await saved
  expect(sent).toEqual([{ status: 'interview' }, { assignedTo: null }])
})

it('sends nothing of what was taken from it, and what is chosen later again', async () => {
  const { queue, sent, answer } = heldQueue()
  const saved = queue.save({ status: 'interview' })
  void queue.save({ status: 'offered' })
  expect(queue.takeWaiting()).toEqual({ status: 'offered' })
  answer()
  await saved
  void queue.save({ status: 'placed' })
  answer()
  expect(sent).toEqual([{ status: 'interview' }, { status: 'placed' }])
})
