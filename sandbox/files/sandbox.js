/* Refreshes the lists of the sandbox's page. Opened and focused items stay as they are. */
;(() => {
  const REFRESH_MS = 2000
  const policy = window.trustedTypes?.createPolicy('sandbox', { createHTML: (html) => html })
  let timer

  async function refresh() {
    clearTimeout(timer)
    const count = document.getElementById('count')
    try {
      const response = await fetch(location.href, { signal: AbortSignal.timeout(5000) })
      const html = await response.text()
      if (!response.ok) throw new Error(html)
      const fresh = new DOMParser().parseFromString(policy?.createHTML(html) ?? html, 'text/html')
      for (const id of ['sent', 'begun']) updateList(document.getElementById(id), fresh.getElementById(id))
      for (const id of ['count', 'none']) updateLine(document.getElementById(id), fresh.getElementById(id))
    } catch {
      if (!count.dataset.silent)
        count.textContent = 'The server does not answer. This page tries again every 2 seconds.'
      count.dataset.silent = 'yes'
    }
    if (!document.hidden) timer = setTimeout(() => void refresh(), REFRESH_MS)
  }

  function updateLine(line, fresh) {
    if (!line || !fresh) return
    delete line.dataset.silent
    if (line.innerHTML !== fresh.innerHTML) line.replaceChildren(...fresh.childNodes)
  }

  function updateList(list, fresh) {
    if (!list || !fresh) return
    const items = [...fresh.children].map((item) => {
      const known = document.getElementById(item.id)
      const details = item.querySelector('details')
      if (!known) {
        // New messages are shown open.
        if (details) details.open = true
        return item
      }
      // Messages never change, mandates do.
      if (details || known.innerHTML === item.innerHTML) return known
      const isFocused = known.contains(document.activeElement)
      known.replaceChildren(...item.childNodes)
      if (isFocused) known.focus()
      return known
    })
    if (items.length !== list.children.length || items.some((item, at) => item !== list.children[at])) {
      const focused = document.activeElement
      list.replaceChildren(...items)
      if (focused !== document.activeElement && list.contains(focused)) focused.focus()
    }
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) clearTimeout(timer)
    else void refresh()
  })
  timer = setTimeout(() => void refresh(), REFRESH_MS)
})()
