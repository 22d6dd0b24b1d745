import { renderToStaticMarkup } from 'react-dom/server'
import { toast } from 'react-hot-toast/headless'
import { beforeEach, expect, test } from 'vitest'
import { Toaster } from './toaster.tsx'

beforeEach(() => toast.removeAll())

test('the region for toasts stands in the HTML before there is any', () => {
  expect(renderToStaticMarkup(<Toaster />)).toMatch(/^<div role="status" aria-live="polite"[^>]*><\/div>$/)
})

test('at most 20 toasts are kept, the newest', () => {
  for (let count = 1; count <= 25; count++) toast(`Toast ${count};`)
  const html = renderToStaticMarkup(<Toaster />)

  expect(html.match(/data-toast="blank"/g)).toHaveLength(20)
  expect(html).toContain('Toast 25;')
  expect(html).not.toContain('Toast 5;')
})

test('a toast shows its kind, its words, then its close button', () => {
  toast.success('Sent & done')

  expect(renderToStaticMarkup(<Toaster />)).toMatch(
    /data-toast="success".*Sent &amp; done<\/div><button type="button" aria-label="Close"/,
  )
})
