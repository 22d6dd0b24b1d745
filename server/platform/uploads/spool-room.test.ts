import { describe, expect, it } from 'vitest'
import { createSpoolRoom } from './spool-room.ts'

describe('the room of the spool', () => {
  it('is so much for one address, whichever of its uploads it is for', () => {
    const room = createSpoolRoom({ each: 100, all: 1000 })
    const [one, other] = [room.open('203.0.113.1'), room.open('203.0.113.1')]
    expect([one.add(60), other.add(40), one.add(1)]).toEqual([true, true, false])
    other.giveBack()
    other.giveBack()
    expect([one.add(40), one.add(1)]).toEqual([true, false])
  })

  it('is shared out where many hold some of it, so that those who come later have theirs', () => {
    const room = createSpoolRoom({ each: 100, all: 200 })
    const hostile = Array.from({ length: 20 }, (_, at) => room.open(`198.51.100.${at}`))
    for (const share of hostile) while (share.add(5));
    const honest = room.open('203.0.113.1')
    expect([honest.add(9), honest.add(1)]).toEqual([true, false])
  })

  it.each([
    ['a /64', (at: number) => `2001:db8::${at}`, 10],
    ['a /56', (at: number) => `2001:db8:0:${at}::1`, 40],
    ['a /48', (at: number) => `2001:db8:0:${at}00::1`, 100],
  ])('is counted for %s together', (_, address, bytes) => {
    const room = createSpoolRoom({ each: 10, all: 1000 })
    let held = 0
    for (let at = 0; at < 40; at += 1) {
      const share = room.open(address(at))
      while (share.add(1)) held += 1
    }
    expect(held).toBe(bytes)
  })
})
