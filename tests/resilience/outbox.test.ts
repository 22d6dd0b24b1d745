import { describe, expect, it } from 'vitest'
import { startProcess } from '#tests/support/child.ts'
import { postEnquiry } from '#tests/support/enquiry.ts'
import { type LineFault, startFaultProxy } from '#tests/support/fault-proxy.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { makePlace } from '#tests/support/place.ts'
import { movingClock, startServer } from '#tests/support/server.ts'
import { print } from '#tests/support/print.ts'
import { rounds } from '#tests/support/rounds.ts'
import { openKept, passClaims } from '#tests/support/resilience/stored.ts'

const KILLS = 2 * rounds
const AT_ONCE = 10
const HOUR_MS = 3_600_000

function smtp(port: number) {
  return {
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    PUBLIC_URL: 'https://www.agency.example',
  }
}

/** How often each mail to the agency came, by its Message-ID; of those to who wrote, one a day goes to an address. */
function timesById({ received }: MailServer): Map<string, number> {
  const times = new Map<string, number>()
  for (const { raw } of received.filter((mail) => /^Subject: New enquiry/m.test(mail.raw))) {
    const id = /^Message-ID: (.*)$/im.exec(raw)?.[1] ?? ''
    times.set(id, (times.get(id) ?? 0) + 1)
  }
  return times
}

describe('mail', () => {
  it('under way as the process is killed leaves in the end, and a double has the same Message-ID', async () => {
    await using place = await makePlace('sqlite')
    await using mail = await startMailServer()
    mail.delayMs = 20
    for (let kill = 0; kill < KILLS; kill += 1) {
      const server = startProcess({ ...place.settings, ...smtp(mail.port) })
      const url = await server.url
      const before = mail.received.length
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => postEnquiry(url)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
      await expect.poll(() => mail.received.length, { interval: 5 }).toBeGreaterThan(before + (kill % 3))
      await server.kill('SIGKILL')
      await using kept = await openKept(place)
      await passClaims(kept)
    }
    mail.delayMs = 0
    await using server = await startServer({ place, settings: smtp(mail.port) })
    await server.workOff()
    const times = timesById(mail)
    expect(times.size).toBe(KILLS * AT_ONCE)
    print(
      `${KILLS} kills in the middle of mails: ${[...times.values()].filter((count) => count > 1).length} of ${times.size} double`,
    )
  })

  it('over a line that breaks in any way leaves once the line is mended', async () => {
    const clock = movingClock()
    await using mail = await startMailServer()
    await using proxy = await startFaultProxy({ host: '127.0.0.1', port: mail.port })
    await using server = await startServer({ clock, settings: smtp(proxy.port) })
    const faults: LineFault[] = [
      { kind: 'down' },
      { kind: 'reset' },
      { kind: 'garbage' },
      { kind: 'sliced', bytes: 3, ms: 1 },
      { kind: 'cut', way: 'sent', after: 300 },
    ]
    for (const fault of faults) {
      await proxy.break(fault)
      expect((await postEnquiry(server.url)).status).toBe(201)
      await server.workOff()
      await proxy.mend()
      clock.advance(HOUR_MS)
      await server.workOff()
    }
    expect(timesById(mail).size).toBe(faults.length)
    const left = await server.deps.db.selectFrom('jobs').select('status').distinct().execute()
    expect(left).toEqual([{ status: 'done' }])
  })
})
