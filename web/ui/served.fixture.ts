import { within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** Returns a component as the HTML that the server sends, without scripts; its elements are found by their roles. */
export function served(component: ReactNode) {
  const place = document.createElement('div')
  place.innerHTML = renderToStaticMarkup(component)
  document.body.append(place)
  return { ...within(place), place }
}
