import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { cookieHash, giveCookie, hostCookie, newToken } from './cookie.ts'

async function serverOf(secure: boolean) {
  const name = hostCookie('v', { publicUrl: `${secure ? 'https' : 'http'}://agency.example.in` })
  const app = Fastify()
  await app.register(cookie)
  app.post('/', (_, reply) => {
    giveCookie(reply, name, { token: newToken().token, sameSite: 'lax' })
    return {}
  })
  app.get('/', (request) => ({ hash: cookieHash(request, name) }))
  return app
}

describe('a visitor’s cookie', () => {
  it.each([
    ['https, alone and for this host', true, /^__Host-v=[\w-]{32}; Path=\/; HttpOnly; Secure; SameSite=Lax$/],
    ['plain http, under another name', false, /^v=[\w-]{32}; Path=\/; HttpOnly; SameSite=Lax$/],
  ])('goes over %s', async (_, secure, cookie) => {
    const { headers } = await (await serverOf(secure)).inject({ method: 'POST', url: '/' })
    expect(headers['set-cookie']).toMatch(cookie)
  })

  it('of plain http is not accepted over https', async () => {
    const { token, hash } = newToken()
    const app = await serverOf(true)
    const seen = async (name: string) =>
      (await app.inject({ url: '/', cookies: { [name]: token } })).json<{ hash?: string }>().hash
    expect([await seen('v'), await seen('__Host-v')]).toEqual([undefined, hash])
  })
})
