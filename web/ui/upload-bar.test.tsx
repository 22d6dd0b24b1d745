import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { fill } from '#contract/messages/sentences.ts'
import { uploadMessages } from '#messages/forms.ts'
import { sizeOf } from '#web/lib/sentences.ts'
import { UploadBar } from './upload-bar.tsx'

const total = 1_000_000

function shown(sent: number): string {
  return renderToStaticMarkup(<UploadBar sent={sent} total={total} onCancel={() => undefined} />)
}

test.each([
  [0, 0],
  [249_999, 0],
  [250_000, 25],
  [999_999, 75],
])('of %i bytes in a million the eye is told by text and bar, and the ear of %i percent', (sent, percent) => {
  const html = shown(sent)
  expect(html).toContain(fill(uploadMessages.sending, { sent: sizeOf(sent), total: sizeOf(total) }))
  expect(html).toContain(`value="${sent}" max="${total}"`)
  expect(html).toContain(`class="sr-only">${fill(uploadMessages.percent, { percent })}<`)
})

test('of what is sent whole both are told that it is being checked', () => {
  expect(shown(total).split(fill(uploadMessages.checking, { total: sizeOf(total) }))).toHaveLength(3)
})
