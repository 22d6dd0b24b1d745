// After each test of components: nothing that it rendered stays in the document.
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  sessionStorage.clear()
})
