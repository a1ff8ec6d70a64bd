import { KeyedMutex } from '@forgefold/core/app'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('a keyed mutex', () => {
  it('lets one piece of work at a time run for each key, in the order of the calls', async () => {
    const calls = fc.array(
      fc.record({ key: fc.constantFrom('a', 'b'), turns: fc.nat(3), fails: fc.boolean(), acquires: fc.boolean() }),
      { maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(calls, async (wanted) => {
        const mutex = new KeyedMutex()
        const inside = new Set<string>()
        const order: Array<[key: string, call: number]> = []
        const work = async (key: string, call: number, turns: number): Promise<void> => {
          expect(inside.has(key)).toBe(false)
          inside.add(key)
          order.push([key, call])
          for (let turn = 0; turn < turns; turn++) await nextTurn()
          inside.delete(key)
        }
        await Promise.allSettled(
          wanted.map(async ({ key, turns, fails, acquires }, call) => {
            if (acquires) {
              const release = await mutex.acquire(key)
              await work(key, call, turns)
              release()
            } else
              await mutex.run(key, async () => {
                await work(key, call, turns)
                if (fails) throw new Error('the work failed')
              })
          }),
        )
        for (const key of ['a', 'b'])
          expect(order.flatMap(([one, call]) => (one === key ? [call] : []))).toEqual(
            wanted.flatMap((one, call) => (one.key === key ? [call] : [])),
          )
      }),
    )
  })

  it('gives the result and the failure of the work to its caller only', async () => {
    const mutex = new KeyedMutex()
    const failing = mutex.run('a', () => Promise.reject(new Error('broken')))
    await expect(failing).rejects.toThrow('broken')
    expect(await mutex.run('a', async () => 1)).toBe(1)
  })
})
