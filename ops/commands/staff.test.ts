import { describe, expect, it } from 'vitest'
import { accessMessages } from '#contract/messages/staff-access.ts'
import { runOps } from '#tests/support/run-ops.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { addStaff, signedIn } from '#tests/support/staff.ts'

describe('people of the desk, managed by commands', () => {
  const settings = { PUBLIC_URL: 'https://www.agency.example' }
  const server = sharedServer({ settings })
  const ops = (...words: string[]) => runOps(['staff', ...words], { ...server.place.settings, ...settings })
  const invite = (email: string, role = 'owner') =>
    ops('invite', '--email', email, '--name', 'Asha Mehta', '--role', role)

  it('are invited by a link on its own line, and again with another role and link', async () => {
    const first = await invite('asha@staff.example', 'viewer')
    expect(first).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^https:\/\/www\.agency\.example\/staff\/enrol#[\w-]{32}\n$/),
    })
    const again = await invite('Asha@staff.example')
    expect(again.stdout).not.toBe(first.stdout)
    const { stdout } = await ops('list')
    const lines = stdout.split('\n').filter((line) => line.startsWith('asha@'))
    expect(lines).toEqual(['asha@staff.example\tAsha Mehta\towner\tactive\t0\t0'])
    const links = await server.deps.db.selectFrom('staff_invitations').select('hash').execute()
    expect(links).toHaveLength(1)
    expect(again.stdout).not.toContain(links[0]?.hash)
  })

  it('are signed out and disabled, except the last owner', async () => {
    const [owner, viewer] = [await addStaff(server.deps, 'owner'), await addStaff(server.deps, 'viewer')]
    const emailOf = (id: string) => `${id.slice(0, 8)}@staff.example`
    await signedIn(server, 'viewer', { staffId: viewer })
    expect(await ops('disable', '--email', emailOf(viewer))).toMatchObject({ code: 0 })
    const line = new RegExp(`^${emailOf(viewer)}\\t.*\\tdisabled\\t\\d\\t0$`, 'm')
    expect((await ops('list')).stdout).toMatch(line)
    const stderr = `${accessMessages.lastOwner}\n`
    expect(await ops('disable', '--email', emailOf(owner))).toMatchObject({ code: 1, stderr })
    expect(await ops('disable', '--email', 'nobody@staff.example')).toMatchObject({ code: 1 })
    const log = await server.deps.db.selectFrom('audit_log').select(['action', 'actor']).execute()
    expect(log).toContainEqual({ action: 'staff_change', actor: expect.stringMatching(/^operator:/) })
  })
})
