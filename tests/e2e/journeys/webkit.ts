import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { expect } from 'vitest'
import { freePort } from '#scripts/free-port.ts'
import { HEIGHT, soon } from '#tests/support/e2e/test.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import type { Browser, Tab } from './visitor.ts'

/** One command of WebDriver (W3C), with its address within the session. */
type Command = <Value = void>(method: string, address: string, body?: object) => Promise<Value>

/** The standard's numbers of keys without a character. */
const keys: Record<string, string> = {
  Backspace: '\ue003',
  Enter: '\ue007',
  '\n': '\ue007',
  Control: '\ue009',
  Escape: '\ue00c',
}
const reference = 'element-6066-11e4-a52e-4f735466cecf'

/** Presses keys one after another, and releases them in reverse order. */
function strokes(...pressed: string[]): { type: string; value: string }[] {
  const values = pressed.map((key) => keys[key] ?? key)
  return [
    ...values.map((value) => ({ type: 'keyDown', value })),
    ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
  ]
}

/** The tab of a window; `to` sends it a command. */
function makeTab(to: Command): Tab {
  const find = async (place: string): Promise<string> => {
    const found = await to<Record<string, string>>('POST', '/element', { using: 'xpath', value: place })
    return `/element/${found[reference]}`
  }
  const act = (actions: ReturnType<typeof strokes>) =>
    to('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  return {
    open: (url) => to('POST', '/url', { url }),
    run: (work) => to('POST', '/execute/sync', { script: `return (${String(work)})()`, args: [] }),
    click: async (place) => to('POST', `${await find(place)}/click`, {}),
    type: (text) => act([...text].flatMap((key) => strokes(key))),
    press: (key) => act(strokes(...key.split('+'))),
    attach: async (place, file) => to('POST', `${await find(place)}/value`, { text: file }),
    close: () => to('DELETE', '/window'),
  }
}

/** Its buttons would keep the window wider than a phone's. */
const narrowToolbar = '* { padding: 0; margin: 0; border-width: 0; min-width: 0; }'

const driverPath = process.env['TEST_WEBKIT_DRIVER']
/** Starts WebKitGTK's small browser on a virtual screen, by WebDriver; undefined if it is not installed. */
export const launchWebKit = driverPath ? () => launch(driverPath) : undefined

async function launch(driverPath: string): Promise<Browser> {
  await using begun = new AsyncDisposableStack()
  const { path: folder } = begun.use(await temporaryFolder())
  await mkdir(path.join(folder, 'gtk-3.0'))
  await writeFile(path.join(folder, 'gtk-3.0/gtk.css'), narrowToolbar)
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  begun.defer(() => ended(screen))
  const [display] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer]
  const port = await freePort()
  const driver = spawn(driverPath, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      DISPLAY: `:${String(display).trim()}`,
      GDK_BACKEND: 'x11',
      LANG: 'C.UTF-8',
      // There is no graphics processor to draw with.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    },
  })
  begun.defer(() => ended(driver))
  const server = `http://127.0.0.1:${port}`
  await soon(async () => (await fetch(`${server}/status`)).ok).toBe(true)
  const ask: Command = async (method, address, body) => {
    const answer = await fetch(server + address, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = (await answer.json()) as { value: unknown }
    if (!answer.ok) throw new Error(`${method} ${address}: ${JSON.stringify(value)}`)
    return value as never
  }
  // A session is one browser process.
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', { capabilities: {} })
  begun.defer(() => ask('DELETE', `/session/${sessionId}`))
  const started = begun.move()
  return {
    ...visitsOf((method, address, body) => ask(method, `/session/${sessionId}${address}`, body)),
    close: () => started.disposeAsync(),
  }
}

async function ended(process: ChildProcess): Promise<void> {
  if (process.kill()) await once(process, 'exit')
}

function visitsOf(command: Command): Omit<Browser, 'close'> {
  const known = new Map<string, Tab>()
  const tabOf = (handle: string): Tab => {
    const tab = known.get(handle) ?? makeTab(commandsTo(handle))
    known.set(handle, tab)
    return tab
  }
  /** The window that receives commands now. */
  let inFront = ''
  const commandsTo =
    (handle: string): Command =>
    async (method, address, body) => {
      if (inFront !== handle) await command('POST', '/window', { handle })
      inFront = address === '/window' ? '' : handle
      return command(method, address, body)
    }
  const handles = () => command<string[]>('GET', '/window/handles')
  const another = async (): Promise<Tab> => {
    const { handle } = await command<{ handle: string }>('POST', '/window/new', { type: 'window' })
    return tabOf(handle)
  }
  return {
    another,
    async visit(width) {
      const left = await handles()
      const tab = await another()
      // Storage ends with the window; cookies belong to the browser, and can be deleted on a page of the site.
      for (const handle of left) {
        await commandsTo(handle)('DELETE', '/cookie')
        await tabOf(handle).close()
      }
      await tab.run(() => undefined)
      await command('POST', '/window/rect', { width, height: HEIGHT })
      await expect.poll(() => tab.run(() => innerWidth)).toBe(width)
      return tab
    },
    tabs: async () => (await handles()).map(tabOf),
  }
}
