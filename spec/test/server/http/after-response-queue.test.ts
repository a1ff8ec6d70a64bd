import { setImmediate } from 'node:timers/promises'
import { AfterResponseQueue } from '@forgefold/server/http'
import { eventually } from '@forgefold/spec/instance'
import { describe, expect, it } from 'vitest'

describe('the queue of work after responses', () => {
  it('is not begun in the turn of the event loop in which it is asked for, and done in order, whatever fails', async () => {
    const queue = new AfterResponseQueue()
    const done: Array<number> = []
    for (const n of [1, 2, 3])
      queue.add(async () => {
        done.push(n)
        if (n === 2) throw new Error('this fails')
      })
    for (let n = 0; n < 100; n++) await Promise.resolve()
    expect(done).toEqual([])
    await eventually('all of it', async () => done[2])
    expect(done).toEqual([1, 2, 3])
  })

  it('is bounded: what comes while a thousand pieces wait is left out, and what comes later is done', async () => {
    const queue = new AfterResponseQueue()
    let begun = 0
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    for (let n = 0; n < 1500; n++)
      queue.add(async () => {
        begun++
        await held
      })
    await setImmediate()
    release()
    await eventually('all that waited', async () => (begun === 1000 ? true : undefined))
    for (let n = 0; n < 10; n++) await setImmediate()
    queue.add(async () => void begun++)
    await eventually('one more', async () => (begun > 1000 ? true : undefined))
    expect(begun).toBe(1001)
  })
})
