import { beforeAll, describe, expect, it } from 'vitest'
import { api, staffApi, staffOpenapi } from '#contract/paths.ts'
import {
  mayDo,
  needsStepUp,
  type StaffOperation,
  staffOperations,
  staffRoles,
} from '#contract/schemas/staff-permissions.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { signedIn } from '#tests/support/staff.ts'
import { guardStaff } from './guard.ts'

type Operation = StaffOperation | 'signed-out'
interface Document {
  paths: Record<string, Record<string, { operationId: string; 'x-operation': Operation }>>
}

let routes: { method: 'GET'; url: string; operation: Operation }[]
const server = sharedServer()
beforeAll(async () => {
  const { paths } = (await openapi('owner')).json<Document>()
  routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, { 'x-operation': operation }]) => {
      const [method, url] = [name.toUpperCase() as 'GET', path.replaceAll(/\{(\w+)\}/g, ':$1')]
      return { method, url, operation }
    }),
  )
})

async function openapi(role: 'owner' | 'recruiter') {
  return server.app.inject({ url: staffOpenapi, headers: await signedIn(server, role) })
}

function idOf(url: string, id: string): string {
  return url.replaceAll(/:\w+/g, id)
}
const signedOut = { message: 'Please sign in.', code: 'signed_out' }

describe('every call of the desk', () => {
  it('is in the desk’s document, which is for owners, and in no public one', async () => {
    expect((await openapi('recruiter')).statusCode).toBe(403)
    expect((await server.app.inject({ url: staffOpenapi })).statusCode).toBe(401)
    const open = (await server.app.inject({ url: api.openapi })).json<Document>()
    expect(Object.keys(open.paths).filter((path) => path.startsWith('/api/staff'))).toEqual([])
    const desk = (await openapi('owner')).json<Document>()
    expect(Object.keys(desk.paths).filter((path) => !path.startsWith(staffApi))).toEqual([])
    const ids = Object.values(desk.paths).flatMap((of) => Object.values(of).map((each) => each.operationId))
    expect(new Set(ids).size).toBe(ids.length)
    expect(routes.length).toBeGreaterThan(20)
  })

  it('names an operation, and each operation has a call', () => {
    const named = new Set(routes.map(({ operation }) => operation))
    const without = Object.keys(staffOperations).filter((name) => !named.has(name as StaffOperation))
    expect(without).toEqual(['openapi.read'])
    const hooks: ((route: object) => void)[] = []
    const recorder = { addHook: (_: string, hook: (route: object) => void) => hooks.push(hook) }
    guardStaff(recorder as never, server.deps as never)
    expect(() => hooks[0]?.({ method: 'GET', url: '/x', config: {} })).toThrow('names no operation')
    for (const route of [
      { config: { operation: 'toString' } },
      { config: { operation: 'me.read' }, schema: { hide: true } },
    ])
      expect(() => hooks[0]?.({ method: 'GET', url: '/x', ...route })).toThrow()
  })

  it('begins a session, where it needs none', () => {
    const open = routes.filter(({ operation }) => operation === 'signed-out').map(({ url }) => url)
    expect(open.map((url) => url.replace(staffApi, '')).toSorted()).toEqual([
      '/enrol',
      '/enrol/options',
      '/first-owner',
      '/first-owner',
      '/sign-in',
      '/sign-in/options',
    ])
  })

  it('answers the same to whoever has no session, an ended one or a visitor’s, record or none', async () => {
    const ended = await signedIn(server, 'owner', { steppedUp: true })
    await server.deps.db.deleteFrom('staff_sessions').execute()
    const visitors = { cookie: ended.cookie.replace('staff=', 'v=') }
    for (const { method, url, operation } of routes) {
      if (operation === 'signed-out') continue
      for (const headers of [{}, ended, visitors]) {
        for (const id of ['x', 'EN-7K3M9Q']) {
          const answer = await server.app.inject({ method, url: idOf(url, id), headers })
          expect([url, answer.statusCode, answer.json()]).toEqual([url, 401, signedOut])
          expect(answer.headers['cache-control']).toBe('no-store')
        }
      }
    }
  })

  it.each(staffRoles)(
    'is open to a %s as the table says, and asks for a passkey where it does',
    async (role) => {
      for (const { method, url, operation } of routes) {
        if (operation === 'signed-out') continue
        for (const steppedUp of [false, true]) {
          const headers = await signedIn(server, role, { steppedUp })
          // Nothing of a record is there to be changed; a body that is wrong is refused after the guard.
          const answer = await server.app.inject({ method, url: idOf(url, 'nothing'), headers })
          const { code } = answer.body.startsWith('{') ? answer.json<{ code?: string }>() : {}
          const refused = !mayDo(role, operation)
            ? 'denied'
            : needsStepUp(operation) && !steppedUp && 'step_up'
          const guard = code === 'denied' || code === 'step_up' || code === 'signed_out' ? code : false
          expect([url, steppedUp, guard]).toEqual([url, steppedUp, refused])
          if (refused) expect(answer.statusCode).toBe(403)
        }
      }
    },
  )

  it('is refused to another site before anything else', async () => {
    const headers = await signedIn(server, 'owner', { steppedUp: true })
    for (const site of ['cross-site', 'same-site']) {
      for (const { method, url } of routes) {
        const from = { ...headers, 'sec-fetch-site': site }
        const answer = await server.app.inject({ method, url: idOf(url, 'x'), headers: from })
        expect([url, answer.statusCode, answer.json()]).toMatchObject([url, 403, { code: 'cross_site' }])
      }
    }
  })
})
