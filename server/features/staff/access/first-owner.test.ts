import { describe, expect, it } from 'vitest'
import { staffApi } from '#contract/paths.ts'
import { startServer } from '#tests/support/server.ts'
import { addStaff } from '#tests/support/staff.ts'
import { newVisitor, type TestVisitor } from '#tests/support/visitor.ts'
import { offersFirstOwner } from './ceremonies-service.ts'

describe('the first owner of a trial', () => {
  const offer = async (visitor: TestVisitor) => (await visitor.get(`${staffApi}/first-owner`)).body['offered']

  it('is offered on this machine until somebody has enrolled', async () => {
    await using server = await startServer({ settings: { PUBLIC_URL: 'http://localhost:3000' } })
    const visitor = newVisitor(server.url)
    expect(await offer(visitor)).toBe(true)
    const { body } = await visitor.post(`${staffApi}/first-owner`, {})
    expect(body['token']).toMatch(/^[\w-]{32}$/)
    const again = await visitor.post(`${staffApi}/first-owner`, {})
    expect(again.body['token']).not.toBe(body['token'])
    await addStaff(server.deps, 'viewer')
    expect(await offer(visitor)).toBe(false)
    expect((await visitor.post(`${staffApi}/first-owner`, {})).status).toBe(404)
  })

  it.each([
    ['through a proxy', {}, { 'x-forwarded-for': '127.0.0.1' }],
    ['through a proxy that names the caller otherwise', {}, { 'x-real-ip': '127.0.0.1' }],
    ['through a tunnel', {}, { 'cf-connecting-ip': '192.0.2.1' }],
    ['by another name', {}, { host: 'tunnel.example' }],
    ['of a site with another name', { PUBLIC_URL: 'https://www.agency.example' }, {}],
    ['of a site that sends real mail', { MAIL_PROVIDER: 'smtp', SMTP_URL: 'smtp://localhost:1' }, {}],
  ])('is not offered %s', async (_, settings, headers) => {
    await using server = await startServer({ settings: { PUBLIC_URL: 'http://localhost:3000', ...settings } })
    const { app } = server
    const url = `${staffApi}/first-owner`
    expect((await app.inject({ url, headers })).json()).toEqual({ offered: false })
    const posted = await app.inject({ method: 'POST', url, headers, payload: {} })
    expect(posted.statusCode).toBe(404)
  })

  it('is not offered in production', async () => {
    await using server = await startServer()
    const request = { socket: { remoteAddress: '::1' }, ip: '::1', headers: { host: 'localhost' } } as never
    const config = { ...server.deps.config, publicUrl: 'http://localhost:3000' }
    const offered = (production: boolean) =>
      offersFirstOwner({ ...server.deps, config: { ...config, production } }, request)
    expect([await offered(false), await offered(true)]).toEqual([true, false])
  })
})
