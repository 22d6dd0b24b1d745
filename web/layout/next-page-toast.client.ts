import { toastMessages } from '#messages/forms.ts'
import { type LeftToast, takeLeftToast, toastLooks, toastParts, toastTimes } from '#web/ui/toast.ts'

// The one toast of a page that has no toasts of its own: it looks and behaves as web/ui/toaster.tsx has them, without
// what that needs, which a content page does not load.

/** The signs of lucide that toasts have, as outlines in a square of 24. */
const circle = 'M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20'
const signs = {
  success: `${circle}M9 12l2 2 4-4`,
  error: `${circle}M12 8v4M12 16h.01`,
  close: 'M18 6 6 18M6 6l12 12',
} as const

function sign(of: keyof typeof signs, className: string): SVGElement {
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const line = document.createElementNS(drawing.namespaceURI, 'path')
  const looks = { viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', 'stroke-width': '2' }
  for (const [name, value] of Object.entries(looks)) drawing.setAttribute(name, value)
  drawing.setAttribute('class', className)
  drawing.setAttribute('aria-hidden', 'true')
  line.setAttribute('d', signs[of])
  drawing.append(line)
  return drawing
}

function element(tag: string, className: string, words = ''): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = words
  return made
}

function showToast({ type, message, duration = toastTimes[type] }: LeftToast): void {
  const region = element('div', toastParts.region)
  region.role = 'status'
  document.body.append(region)
  const card = element('div', `${toastParts.card} ${toastLooks[type]}`)
  card.dataset['toast'] = type
  const close = element('button', toastParts.close)
  close.ariaLabel = toastMessages.close
  close.append(sign('close', 'size-5'))
  card.append(sign(type, toastParts.icon), element('div', toastParts.words, message), close)
  // Once the region stands in the page: what is added to it then is announced.
  requestAnimationFrame(() => region.append(card))
  keepShown(card, close, duration)
}

/** It goes after its time, or by its button, but not while somebody points at it or is in it. */
function keepShown(card: HTMLElement, close: HTMLElement, duration: number): void {
  let leaving = setTimeout(leave, duration)
  function leave(): void {
    card.classList.add('opacity-0')
    setTimeout(() => card.remove(), toastTimes.fading)
  }
  function stay(): void {
    clearTimeout(leaving)
  }
  function goOn(): void {
    clearTimeout(leaving)
    if (!card.matches(':hover, :focus-within')) leaving = setTimeout(leave, duration)
  }
  close.onclick = leave
  card.onmouseenter = stay
  card.onmouseleave = goOn
  card.addEventListener('focusin', stay)
  card.addEventListener('focusout', goOn)
}

function showLeftToast(): void {
  const left = takeLeftToast()
  if (left) showToast(left)
}

// A page drawn ahead is not looked at yet, and what it will be entered with may not have happened.
if ('prerendering' in document && document.prerendering) {
  document.addEventListener('prerenderingchange', showLeftToast, { once: true })
} else {
  showLeftToast()
}
