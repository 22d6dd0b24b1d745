import { writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { api, probes } from '#contract/paths.ts'
import { loadConfig, type Source } from './config/config.ts'
import { startupError } from './config/startup-errors.ts'
import { type App, openApp } from './context.ts'
import { SQLITE_FILE } from './platform/db/client.ts'
import { createLog } from './platform/observability/log.ts'
import { makeSandboxCertificate } from './providers/signature/sandbox-certificate.ts'
import { startProcess } from '#tests/support/child.ts'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { eventually } from '#tests/support/eventually.ts'
import { engines, makePlace } from '#tests/support/place.ts'
import { startServer } from '#tests/support/server.ts'
import { ofEachTest } from '#tests/support/shared.ts'
import { sendRaw } from '#tests/support/tcp.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { freePort, listen } from '#tests/support/listen.ts'

const place = ofEachTest(() => makePlace('sqlite'))

/** Returns the lines with which a process ends that cannot start. */
async function refusal(change: Source): Promise<string[]> {
  const read = loadConfig({ HOST: '127.0.0.1', PORT: '0', ...place.settings, ...change })
  if (!read.ok) return read.faults
  const app = await openApp(read.config, createLog('silent')).catch((error: unknown) => error)
  if (app instanceof Error) return [String(startupError(app, read.config))]
  const { metrics, close } = app as App
  const { host, metricsPort = 0 } = read.config
  const failed = await metrics.listen(host, metricsPort).catch((error: unknown) => error)
  await close()
  return [String(startupError(failed, read.config))]
}

/** Returns all lines of a separate process that cannot start. */
async function refusalOfProcess(settings: Source): Promise<string[]> {
  await using server = startProcess({ ...place.settings, ...settings })
  expect(await server.ended).toBe(1)
  expect(server.stdout()).toBe('')
  const lines = server.stderr().trimEnd().split('\n')
  // The log may contain earlier successes, but no stack and no error of ours.
  return lines.filter((line) => !line.startsWith('{"level":"info"'))
}

describe('a start that is impossible', () => {
  it('names every bad setting, one line each, and nothing else', async () => {
    const lines = await refusalOfProcess({ PORT: 'x', TRUST_PROXY: 'all' })
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['PORT', 'TRUST_PROXY'])
  })

  it('says that the key is not the one that encrypted the data', async () => {
    const first = await startServer({ place, settings: { DATA_KEY: 'a'.repeat(64) } })
    await first.stop()
    const words = expect.stringMatching(/^DATA_KEY .* is not the key that encrypted this database: /)
    expect(await refusal({ DATA_KEY: 'b'.repeat(64) })).toEqual([words])
  })

  it("says that the agency's certificate does not open", async () => {
    const made = await makeSandboxCertificate({ name: 'the agency', password: 'right', now: Date.now() })
    const SEAL_P12 = Buffer.from(made).toString('base64')
    expect(await refusal({ SEAL_P12, SEAL_P12_PASSWORD: 'wrong' })).toEqual([
      'SEAL_P12 cannot be opened: SEAL_P12_PASSWORD must be its password',
    ])
    await using right = await startServer({ settings: { SEAL_P12, SEAL_P12_PASSWORD: 'right' } })
    expect((await fetch(right.url + probes.health)).status).toBe(200)
  })

  it('says that the port of the metrics is in use', async () => {
    await using other = await listen(createServer())
    const words = expect.stringMatching(`^METRICS_PORT ${other.port} is in use: `)
    expect(await refusal({ METRICS_PORT: String(other.port) })).toEqual([words])
  })

  it.each(['203.0.113.1', 'nobody.invalid'])('says that it cannot listen on %s', async (host) => {
    const words = expect.stringMatching(`^HOST ${host} cannot be listened on`)
    expect(await refusal({ HOST: host })).toEqual([words])
  })

  it('says that the embedded database is not a database, and does not change it', async () => {
    writeFileSync(join(place.dataDir, SQLITE_FILE), 'this is not a database, but it may be somebody’s')
    expect(await refusal({})).toEqual([expect.stringMatching(/^DATA_DIR \S+ holds no usable database/)])
  })

  it('says that nothing answers at DATABASE_URL', async () => {
    expect(await refusal({ DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x' })).toEqual([
      'DATABASE_URL cannot be used: nothing answers there',
    ])
  })

  it('says that the server at DATABASE_URL does not answer as PostgreSQL', async () => {
    await using silent = await listen(createServer())
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const refused = refusal({ DATABASE_URL: `postgres://u:p@127.0.0.1:${silent.port}/x` })
    const passing = setInterval(() => vi.advanceTimersByTime(1000), 10)
    expect(await refused).toEqual([expect.stringMatching(/^DATABASE_URL cannot be used: /)])
    clearInterval(passing)
  })

  it.runIf(engines.includes('postgres'))('says why PostgreSQL refuses DATABASE_URL', async () => {
    await using there = await makePlace('postgres')
    const other = (part: Partial<URL>) => Object.assign(new URL(there.databaseUrl ?? ''), part).href
    expect(await refusal({ DATABASE_URL: other({ password: 'wrong' }) })).toEqual([
      'DATABASE_URL cannot be used: it refuses the user or the password',
    ])
    const DATA_DIR = join(place.dataDir, 'another')
    expect(await refusal({ DATA_DIR, DATABASE_URL: other({ pathname: '/nobody_made_this' }) })).toEqual([
      'DATABASE_URL cannot be used: it has no database of that name',
    ])
  })
})

describe('a server in a process of its own', () => {
  it('says where it listens, reads .env after the environment, mails what arrives, and owns its folder until it is killed', async () => {
    await using folder = await temporaryFolder()
    const metricsPort = await freePort()
    const lines = [`AGENCY_NAME="Asha's agency"`, 'AGENCY_CITY=Pune', `METRICS_PORT=${metricsPort}`]
    writeFileSync(join(folder.path, '.env'), lines.join('\n'))
    await using server = startProcess({ ...place.settings, AGENCY_CITY: 'Bhuj' }, { cwd: folder.path })
    const url = await server.url
    expect(server.stdout()).toMatch(/^Listening on http:\/\/127\.0\.0\.1:\d+\n$/)
    const page = await fetch(`${url}/privacy`).then((response) => response.text())
    expect(page).toContain('Asha&#39;s agency')
    expect(page).toContain('Bhuj')
    expect(page).not.toContain('Pune')
    const figures = await fetch(`http://127.0.0.1:${metricsPort}${probes.metrics}`)
    expect(figures.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(await figures.text()).toContain('http_request_duration_seconds')
    expect((await fetch(url + probes.metrics)).status).toBe(404)

    // It works by itself: an enquiry soon is in the sandbox's outbox.
    await postEnquiry(url)
    await eventually(async () => {
      const answer = await fetch(`${url}/sandbox/messages`)
      const { messages } = (await answer.json()) as { messages: object[] }
      const mail = { to: 'inbox@agency.example', subject: 'New enquiry from Asha Mehta' }
      expect(messages).toContainEqual(expect.objectContaining(mail))
    })

    // A second server on its folder says so, the first continues, and after it is killed the folder is free at once.
    const words = expect.stringMatching(/^DATA_DIR \S+ is in use by another server: /)
    expect(await refusal({})).toEqual([words])
    expect((await postEnquiry(url)).status).toBe(201)
    await server.kill('SIGKILL')
    await using second = await startServer({ place })
    expect((await postEnquiry(second.url)).status).toBe(201)
  })

  it('at SIGINT completes what is in flight, even half-sent headers or a half-sent body, and ends with 0; SIGTERM after it changes nothing', async () => {
    await using server = startProcess(place.settings)
    const url = await server.url
    const body = JSON.stringify(goodEnquiry)
    const head = `POST ${api.sendEnquiry} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
    const request = `${head}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`
    // At the signal, two connections have sent half a request each, and an idle one is open.
    const idle = sendRaw(url, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    const begin = async (cutAt: number) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      let heard = ''
      socket.setEncoding('utf8').on('data', (chunk: string) => (heard += chunk))
      // After an answer on the same connection the server has accepted it, so it is in no queue of the system.
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
      await eventually(() => expect(heard).toMatch(/^HTTP\/1.1 200 /))
      heard = ''
      socket.write(request.slice(0, cutAt))
      return { end: () => socket.end(request.slice(cutAt)), heard: () => heard }
    }
    const begun = [await begin(30), await begin(200)]
    await eventually(() => fetch(url + probes.health))
    const ended = server.kill('SIGINT')
    await eventually(() => expect(server.stderr()).toContain('"msg":"stopping"'))
    process.kill(server.pid, 'SIGTERM')
    // Connections that wait in the kernel when it begins to stop are still accepted and answered.
    await eventually(() => expect(fetch(url + probes.health)).rejects.toThrow())
    // A process that does not wait would end the other connections as well.
    await idle
    for (const { end } of begun) end()
    expect(await ended).toBe(0)
    for (const { heard } of begun) expect(heard()).toMatch(/^HTTP\/1.1 201 /)
    expect(server.stderr()).toContain('"msg":"stopped"')
  })
})
