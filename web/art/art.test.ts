import { describe, expect, it } from 'vitest'
import { serviceGroups } from '#web/content/services.ts'
import { cardCut, cutCount } from './card-cuts.ts'
import { icon } from './mark.ts'
import { heroTall } from './scenes.ts'

describe('the drawn pictures', () => {
  it('are the same at every build', () => {
    const size = { width: 400, height: 800 }
    expect(heroTall(size)).toBe(heroTall(size))
  })

  it('have one cut for each service card', () => {
    expect(cutCount).toBe(serviceGroups.flatMap(({ services }) => services).length)
  })

  it('refuse a cut that does not exist', () => {
    expect(() => cardCut(cutCount, { width: 4, height: 3 })).toThrow(RangeError)
  })

  it('fill the whole square for icons that systems cut to their own shape', () => {
    expect(icon(512, 0)).toContain('rx="0"')
  })
})
