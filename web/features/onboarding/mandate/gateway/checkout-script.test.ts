import { beforeEach, expect, test, vi } from 'vitest'

interface Script {
  src: string
  onload?: () => void
  onerror?: () => void
  remove(): void
}

/** A page's head with its scripts; the test plays the network. */
function page(globals: object = {}) {
  const head: Script[] = []
  const document = {
    createElement: () => {
      const script: Script = { src: '', remove: () => void head.splice(head.indexOf(script), 1) }
      return script
    },
    addEventListener: () => undefined,
    head: { append: (script: Script) => head.push(script) },
  }
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', new URL('https://site.example/register'))
  vi.stubGlobal('window', globals)
  return head
}

const addresses = { library: '/g/jquery.min.js', script: 'https://bank.example/server/lib/checkout.js' }

/** Loads the module as in a newly opened page. */
async function freshModule() {
  vi.resetModules()
  return import('./checkout.ts')
}

async function arrives(head: Script[], end: string): Promise<void> {
  await vi.waitFor(() => expect(head.at(-1)?.src).toContain(end))
  head.at(-1)?.onload?.()
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))

test('jQuery is loaded first, then the script, each once', async () => {
  const head = page()
  const { loadCheckout } = await freshModule()
  const loaded = Promise.all([loadCheckout(addresses), loadCheckout(addresses)])
  await arrives(head, 'jquery.min.js')
  await arrives(head, 'checkout.js')
  await loaded
  await loadCheckout(addresses)
  expect(head.map(({ src }) => src)).toEqual(['https://site.example/g/jquery.min.js', addresses.script])
})

// A page that has jQuery does not load it again.
test.each(['an error', 'twelve seconds of silence'])(
  'after %s it is removed and loaded again',
  async (how) => {
    const head = page({ jQuery: () => undefined })
    const { loadCheckout } = await freshModule()
    const failed = loadCheckout(addresses)
    if (how === 'an error') head[0]?.onerror?.()
    else vi.advanceTimersByTime(12_000)
    await expect(failed).rejects.toThrow()
    expect(head).toEqual([])

    const again = loadCheckout(addresses)
    await arrives(head, 'checkout.js')
    await expect(again).resolves.toBeUndefined()
    expect(head).toHaveLength(1)
  },
)

test('only the policy of that name gives an address, and only for HTTPS or our own site', async () => {
  const created: string[] = []
  const trustedTypes = {
    createPolicy(name: string, rules: { createScriptURL(address: string): string }) {
      created.push(name)
      return { createScriptURL: (address: string) => `trusted ${rules.createScriptURL(address)}` }
    },
  }
  const head = page({ jQuery: () => undefined, trustedTypes })
  const { loadCheckout } = await freshModule()
  void loadCheckout(addresses)
  expect(created).toEqual(['gateway'])
  expect(head[0]?.src).toBe('trusted https://bank.example/server/lib/checkout.js')
  for (const script of ['http://bank.example/x.js', 'javascript:alert(1)', 'data:text/javascript,1']) {
    await expect(loadCheckout({ ...addresses, script })).rejects.toThrow('No address for a script')
  }
})
