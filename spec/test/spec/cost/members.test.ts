import { GROWING_STREAMS, type GrowingStream, growsTooFast, growthOf } from '@forgefold/spec/cost'
import { describe, expect, it } from 'vitest'

/** On a busy machine a measurement may go wrong; what goes through all members does so each time. */
const isSlow = (stream: GrowingStream, many?: number): boolean =>
  [1, 2, 3].every(() => growsTooFast(growthOf(stream, many)))

describe('a command costs about the same, however many members its stream has', () => {
  it.each(GROWING_STREAMS.map((stream) => [stream.name, stream] as const))('%s', (_, stream) => {
    expect(isSlow(stream)).toBe(false)
  })

  it('and one that copies all of them is found', () => {
    const grow = (size: number): unknown => {
      let members: ReadonlySet<number> = new Set()
      for (let n = 0; n < size; n++) members = new Set(members).add(n)
      return members
    }
    expect(isSlow({ name: 'copied', grow }, 4096)).toBe(true)
  })
})
