import type { Tab } from './browser.ts'

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

export function makeTab({ command, handle, focus }: Given): Tab {
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
