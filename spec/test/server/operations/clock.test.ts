import { makeRunningClock } from '@forgefold/adapters/clock'
import { openTestInstance } from '@forgefold/spec/instance'
import { describe, expect, it } from 'vitest'

describe('a clock that may be moved', () => {
  it('is moved by administrators alone, and only where that is allowed', async () => {
    const clock = makeRunningClock()
    const instance = await openTestInstance({ more: { clock, movableClock: clock } })
    try {
      const ann = await instance.person('ann')
      const put = (as: string | undefined, json: unknown) => instance.ask('PUT', '/-/clock', { as, json })
      expect((await put(undefined, { advance: 1 })).status).toBe(401)
      expect((await put(ann.token, { advance: 1 })).status).toBe(403)
      for (const wrong of [{}, { now: 'soon' }, { advance: 'x' }, { now: '2022-01-01T00:00:00Z', advance: 1 }])
        expect((await put(instance.root, wrong)).status).toBe(400)
      const moved = await put(instance.root, { now: '2030-01-01T00:00:00Z' })
      expect(moved).toMatchObject({ status: 200, json: { now: expect.stringMatching(/^2030-01-01T00:00:0/) } })
      await put(instance.root, { advance: 7200 })
      expect((await instance.ask('GET', '/-/clock')).json).toEqual({ now: expect.stringMatching(/^2030-01-01T02:00:/) })
    } finally {
      await instance.close()
    }
    const fixed = await openTestInstance()
    expect((await fixed.ask('PUT', '/-/clock', { as: fixed.root, json: { advance: 1 } })).status).toBe(404)
    await fixed.close()
  })
})
