import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { expect } from 'vitest'
import { freePort } from '#scripts/free-port.ts'
import { HEIGHT, soon } from '#tests/support/e2e/test.ts'
import type { Browser, Tab } from './visitor.ts'

/** One command of WebDriver (W3C), its address within the session. */
export type Command = <Value>(
  method: 'GET' | 'POST' | 'DELETE',
  address: string,
  body?: object,
) => Promise<Value>

/** The numbers that the standard gives keys without a character. */
const keys: Record<string, string> = {
  Backspace: '\ue003',
  Tab: '\ue004',
  Enter: '\ue007',
  Control: '\ue009',
  Escape: '\ue00c',
  Space: ' ',
  End: '\ue010',
  ArrowLeft: '\ue012',
  ArrowRight: '\ue014',
}
const reference = 'element-6066-11e4-a52e-4f735466cecf'

interface Given {
  command: Command
  /** The window's. */
  handle: string
  /** The window that commands go to now. */
  focus: { on: string }
}

function makeTab({ command, handle, focus }: Given): Tab {
  const here: Command = async (method, address, body) => {
    if (focus.on !== handle) await command('POST', '/window', { handle })
    focus.on = handle
    return command(method, address, body)
  }
  const find = async (place: string): Promise<string> => {
    const found = await here<Record<string, string>>('POST', '/element', { using: 'xpath', value: place })
    return `/element/${found[reference]}`
  }
  const act = (...actions: { type: string; value: string }[]) =>
    here<void>('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  return {
    open: (url) => here('POST', '/url', { url }),
    run: (work, ...args) =>
      here('POST', '/execute/sync', { script: `return (${work}).apply(null, arguments)`, args }),
    click: async (place) => here('POST', `${await find(place)}/click`, {}),
    type: (text) => act(...[...text].flatMap((key) => stroke(key === '\n' ? 'Enter' : key))),
    async press(key) {
      const strokes = stroke(key.replace('Control+', ''))
      await act(...(key.startsWith('Control+') ? around('Control', strokes) : strokes))
    },
    attach: async (place, file) => here('POST', `${await find(place)}/value`, { text: file }),
    back: () => here('POST', '/back', {}),
    async close() {
      await here('DELETE', '/window')
      focus.on = ''
    },
  }
}

interface Action {
  type: string
  value: string
}

function around(key: string, inner: Action[]): Action[] {
  const value = keys[key] ?? key
  return [{ type: 'keyDown', value }, ...inner, { type: 'keyUp', value }]
}

function stroke(key: string): Action[] {
  return around(key, [])
}

/** Its buttons would keep the window wider than a phone's. */
const narrowToolbar = '* { padding: 0; margin: 0; border-width: 0; min-width: 0; }'

const driverPath = process.env['TEST_WEBKIT_DRIVER']
/** WebKitGTK's small browser on a screen that nobody sees, by WebDriver; undefined where it is not installed. */
export const launchWebKit = driverPath ? () => launch(driverPath) : undefined

async function launch(driverPath: string): Promise<Browser> {
  await using begun = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'webkit-'))
  begun.defer(() => rm(folder, { recursive: true, force: true }))
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
  const { command, end } = await begin(server)
  begun.defer(end)
  const started = begun.move()
  return { ...visitsOf(command), close: () => started.disposeAsync() }
}

async function ended(process: ChildProcess): Promise<void> {
  if (process.kill()) await once(process, 'exit')
}

/** A session, which is one browser process. */
async function begin(server: string): Promise<{ command: Command; end(): Promise<void> }> {
  const ask = async (method: string, address: string, body?: object): Promise<unknown> => {
    const answer = await fetch(server + address, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = (await answer.json()) as { value: unknown }
    if (!answer.ok) throw new Error(`${method} ${address}: ${JSON.stringify(value)}`)
    return value
  }
  const started = await ask('POST', '/session', { capabilities: {} })
  const session = `/session/${(started as { sessionId: string }).sessionId}`
  return {
    command: (method, address, body) => ask(method, session + address, body) as never,
    end: async () => void (await ask('DELETE', session)),
  }
}

function visitsOf(command: Command): Omit<Browser, 'close'> {
  const known = new Map<string, Tab>()
  const focus = { on: '' }
  const tabOf = (handle: string): Tab => {
    const tab = known.get(handle) ?? makeTab({ command, handle, focus })
    known.set(handle, tab)
    return tab
  }
  const handles = () => command<string[]>('GET', '/window/handles')
  const open = async (): Promise<Tab> => {
    const { handle } = await command<{ handle: string }>('POST', '/window/new', { type: 'window' })
    return tabOf(handle)
  }
  return {
    async visit(width) {
      const left = await handles()
      const tab = await open()
      // Cookies belong to the browser, and are deleted where they are seen: on a page of the site.
      for (const handle of left) await forget(tabOf(handle), command)
      await tab.run(() => undefined)
      await command('POST', '/window/rect', { width, height: HEIGHT })
      await expect.poll(() => tab.run(() => innerWidth)).toBe(width)
      return tab
    },
    another: open,
    tabs: async () => (await handles()).map(tabOf),
  }
}

/** Storage ends with the window, cookies do not. */
async function forget(tab: Tab, command: Command): Promise<void> {
  await tab.run(() => undefined)
  await command('DELETE', '/cookie')
  await tab.close()
}
