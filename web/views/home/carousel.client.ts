/** The least distance of a swipe, in CSS pixels. */
const swipeDistance = 40

function placeOf(index: number, current: number, count: number): string {
  if (index === current) return 'now'
  return index === (current - 1 + count) % count ? 'before' : 'after'
}

function onSwipe(area: HTMLElement, turn: (step: number) => void): void {
  let start = { x: 0, y: 0 }
  area.addEventListener(
    'touchstart',
    ({ changedTouches: [touch] }) => {
      if (touch) start = { x: touch.clientX, y: touch.clientY }
    },
    { passive: true },
  )
  area.addEventListener('touchend', ({ changedTouches: [touch] }) => {
    if (!touch) return
    const across = touch.clientX - start.x
    const sideways = Math.abs(across) > Math.abs(touch.clientY - start.y)
    if (sideways && Math.abs(across) >= swipeDistance) turn(across < 0 ? 1 : -1)
  })
}

function wireCarousel(carousel: HTMLElement): void {
  const slides = [...carousel.querySelectorAll<HTMLElement>('[data-place]')]
  const dots = [...carousel.querySelectorAll<HTMLElement>('[data-dot]')]
  let current = 0
  const show = (index: number) => {
    current = (index + slides.length) % slides.length
    slides.forEach((slide, at) => {
      slide.dataset['place'] = placeOf(at, current, slides.length)
      slide.inert = at !== current
    })
    dots.forEach((dot, at) => {
      if (at === current) dot.setAttribute('aria-current', 'true')
      else dot.removeAttribute('aria-current')
    })
  }
  const turn = (step: number) => show(current + step)
  carousel.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button') : null
    if (button?.dataset['step']) turn(Number(button.dataset['step']))
    else if (button?.dataset['dot']) show(Number(button.dataset['dot']))
  })
  onSwipe(carousel, turn)
  show(0)
}

// A browser without this media query shows all slides one under another, and they stay so.
if (matchMedia('(scripting: enabled)').matches) {
  document.querySelectorAll<HTMLElement>('[data-carousel]').forEach(wireCarousel)
}
