import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fill } from '#contract/messages/sentences.ts'
import { uploadMessages } from '#messages/forms.ts'
import { sizeOf } from '#web/lib/sentences.ts'
import { UploadBar } from './upload-bar.tsx'

const total = 1_000_000

test.each([
  [0, 0],
  [249_999, 0],
  [250_000, 25],
  [999_999, 75],
])(
  'of %i bytes in a million the text and the bar show each, and a screen reader announces %i percent',
  (sent, percent) => {
    render(<UploadBar sent={sent} total={total} onCancel={() => undefined} />)
    screen.getByText(fill(uploadMessages.sending, { sent: sizeOf(sent), total: sizeOf(total) }))
    expect(screen.getByRole('progressbar')).toMatchObject({ value: sent, max: total })
    expect(screen.getByText(fill(uploadMessages.percent, { percent })).className).toBe('sr-only')
  },
)

test('once all is sent, text and screen reader say that it is being checked', () => {
  render(<UploadBar sent={total} total={total} onCancel={() => undefined} />)
  expect(screen.getAllByText(fill(uploadMessages.checking, { total: sizeOf(total) }))).toHaveLength(2)
})

test('pressing its button cancels', () => {
  const cancel = vi.fn()
  render(<UploadBar sent={1} total={total} onCancel={cancel} />)
  fireEvent.click(screen.getByRole('button'))
  expect(cancel).toHaveBeenCalledOnce()
})
