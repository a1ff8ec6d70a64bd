import { pause } from '@forgefold/adapters/clock'
import { sha256 } from '@forgefold/adapters/crypto'
import { makeMemoryEventStore, makeMemoryTreeTiles } from '@forgefold/adapters/memory'
import { canonicalEvent, historyTree, type LiveHistoryTree, leafHash, openLiveTree } from '@forgefold/core/audit'
import { type EventId, type Instant, type StreamName, systemActor } from '@forgefold/core/kernel'
import { eventually } from '@forgefold/spec/instance'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

/** What may happen to a history and the two processes that keep one tree over it. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('append' as const), count: fc.integer({ min: 1, max: 900 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('flush' as const), who: fc.integer({ min: 0, max: 1 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('read' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), who: fc.integer({ min: 0, max: 1 }) }) },
)

const at = '2022-08-22T12:00:00.000Z' as Instant

/** Settles what subscriptions have been woken for. */
const settled = (): Promise<void> => pause(0)

const world = () => {
  const events = makeMemoryEventStore()
  const tiles = makeMemoryTreeTiles()
  const failures: Array<unknown> = []
  const follow = (): LiveHistoryTree => openLiveTree({ events, tiles, sha256 }, (error) => failures.push(error))
  const append = async (first: number, count: number): Promise<void> => {
    const added = Array.from({ length: count }, (_, index) => ({
      id: `00000000-0000-7000-8000-${String(first + index).padStart(12, '0')}` as EventId,
      type: 'Counted',
      version: 1,
      data: { number: first + index },
      metadata: { at, actor: systemActor('test'), correlationId: 'a' },
    }))
    const outcome = await events.append(`things-${first}` as StreamName, added as never, 'noStream')
    if (outcome.kind !== 'Appended') throw new Error(outcome.kind)
  }
  return { events, tiles, failures, follow, append, tree: historyTree({ events, tiles, sha256, pause }) }
}

describe('a tree that hears of events as they happen', () => {
  it('has each event once and in its place, whoever else adds to it, reads, or begins anew', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const { events, tiles, failures, follow, append, tree } = world()
        await tree.catchUp()
        const followers = [follow(), follow()]
        let count = 0
        for (const one of steps) {
          if (one.kind === 'append') {
            await append(count, one.count)
            count += one.count
          } else if (one.kind === 'read') await tree.catchUp()
          else if (one.kind === 'flush') followers[one.who]?.flush()
          else {
            await followers[one.who]?.stop()
            followers[one.who] = follow()
          }
          await settled()
        }
        // All of it is heard: nothing is left to read.
        await eventually('the end of the history', async () => {
          for (const follower of followers) follower.flush()
          return tiles.head().size < count ? undefined : true
        })
        for (const follower of followers) await follower.stop()
        expect(failures).toEqual([])
        await tree.catchUp()
        expect(tree.size()).toBe(count)
        const read = await events.readAll({ limit: 100_000 })
        const leaves = read.kind === 'Read' ? read.events.map((event) => leafHash(sha256, canonicalEvent(event))) : []
        for (const [index, leaf] of leaves.entries()) expect(Buffer.compare(tree.leaf(index), leaf)).toBe(0)
        const alone = makeMemoryTreeTiles()
        const other = historyTree({ events, tiles: alone, sha256, pause })
        await other.catchUp()
        expect(Buffer.from(tree.root(count))).toEqual(Buffer.from(other.root(count)))
      }),
      { numRuns: 40 },
    )
  })

  it('is in the tiles before anybody asks, where much happens at once', async () => {
    const { tiles, follow, append, tree } = world()
    await tree.catchUp()
    const follower = follow()
    await append(0, 5000)
    await eventually('a tree that nobody asked for', async () => (tiles.head().size > 0 ? true : undefined))
    await follower.stop()
  })
})
