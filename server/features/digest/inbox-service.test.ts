import { describe, expect, it } from 'vitest'
import { postApplication, somebody } from '#tests/support/application.ts'
import { postEnquiry } from '#tests/support/enquiry.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { messagesTo } from '#tests/support/visitor.ts'

const DAY_MS = 86_400_000
const inbox = 'desk@agency.example'

describe('mails to the inbox', () => {
  const clock = movingClock()
  const settings = { RATE_LIMIT_SCALE: '1', AGENCY_INBOX: inbox, INBOX_DAILY_BUDGET: '2' }
  const server = sharedServer({ clock, settings })

  async function subjects(): Promise<string[]> {
    await server.workOff()
    return (await messagesTo(server, inbox)).map(({ subject }) => subject?.replace(/ from .*/, '') ?? '')
  }

  it('beyond the budget of a day are one for all that is left, when the day is over', async () => {
    for (let sent = 0; sent < 4; sent += 1) expect((await postEnquiry(server.url)).status).toBe(201)
    expect(await subjects()).toEqual(['New enquiry', 'New enquiry'])
    expect(await server.deps.db.selectFrom('records').select('id').execute()).toHaveLength(4)
    expect((await postApplication(server.url, somebody())).status).toBe(201)
    expect((await subjects()).toSorted()).toEqual(['New application', 'New enquiry', 'New enquiry'])
    clock.advance(DAY_MS)
    const later = await subjects()
    expect(later.toSorted()).toEqual([
      '2 more enquiries, not mailed one by one',
      'New application',
      'New enquiry',
      'New enquiry',
    ])
    expect((await postEnquiry(server.url)).status).toBe(201)
    expect((await subjects()).filter((subject) => subject === 'New enquiry')).toHaveLength(3)
  })
})
