import type { Position, StoredEvent } from '@forgefold/core/kernel'
import type { AllRead } from '@forgefold/core/ports'
import { Freshness } from '@forgefold/server/auth'
import { describe, expect, it } from 'vitest'

/** A store that answers when it is told to, and a read model that stands where it is put. */
const world = (longest: number) => {
  let now = 0
  const asked: Array<(answer: AllRead) => void> = []
  const head = (position: number): AllRead => ({
    kind: 'Read',
    events: [{ position: position as Position } as StoredEvent],
    upTo: position as Position,
    end: true,
  })
  const shown = { position: 0 }
  const freshness = new Freshness({
    events: { readAll: () => new Promise((resolve) => asked.push(resolve)) },
    read: { reached: async (position) => position <= shown.position },
    longest,
    now: () => now,
  })
  return {
    freshness,
    asked,
    shown,
    answer: async (index: number, position: number) => {
      asked[index]?.(head(position))
      await new Promise((resolve) => setImmediate(resolve))
    },
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    head,
  }
}

describe('certainty of having seen what others stored', () => {
  it('lasts as long as it may, counted from before the store was asked', async () => {
    const { freshness, pass, answer } = world(1000)
    expect(freshness.isSure).toBe(false)
    const sure = freshness.confirm()
    pass(400)
    await answer(0, 0)
    expect(await sure).toBe(true)
    expect(freshness.isSure).toBe(true)
    pass(599)
    expect(freshness.isSure).toBe(true)
    pass(1)
    expect(freshness.isSure).toBe(false)
  })

  it('is shared by all who ask while the question is young enough', async () => {
    const { freshness, asked, pass, answer } = world(1000)
    const first = freshness.confirm()
    pass(999)
    const second = freshness.confirm()
    await answer(0, 0)
    expect([await first, await second, asked.length]).toEqual([true, true, 1])
  })

  it('is asked for anew by those who come too late for a question, once for all of them', async () => {
    const { freshness, asked, answer } = world(0)
    const first = freshness.confirm()
    const late = [freshness.confirm(), freshness.confirm(), freshness.confirm()]
    await answer(0, 0)
    expect(await first).toBe(true)
    expect(asked).toHaveLength(2)
    await answer(1, 0)
    expect(await Promise.all(late)).toEqual([true, true, true])
    expect([asked.length, freshness.isSure]).toEqual([2, false])
  })

  it('is not given where the store does not answer, nor where its events do not come through', async () => {
    const { freshness, asked, answer, shown } = world(1000)
    const first = freshness.confirm()
    asked[0]?.({ kind: 'Unavailable', reason: 'away' })
    expect(await first).toBe(false)
    const second = freshness.confirm()
    await answer(1, 7)
    expect([await second, freshness.isSure]).toEqual([false, false])
    shown.position = 7
    const third = freshness.confirm()
    await answer(2, 7)
    expect([await third, freshness.isSure]).toEqual([true, true])
  })

  it('is given up after two seconds without a word', async () => {
    const { freshness } = world(1000)
    const since = performance.now()
    expect(await freshness.confirm()).toBe(false)
    expect(performance.now() - since).toBeGreaterThan(1900)
  })
})
