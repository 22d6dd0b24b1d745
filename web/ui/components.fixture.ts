// After each test of components: nothing that it rendered stays in the document.
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Far longer than any answer takes, also where many processes share a core: the library gives up after a second.
configure({ asyncUtilTimeout: 30_000 })

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  sessionStorage.clear()
})
