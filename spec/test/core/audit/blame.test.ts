import { type Blame, blameOf, type Document } from '@forgefold/core/audit'
import type { Instant, StoredEvent, StreamName } from '@forgefold/core/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

/** What an event does to the thing: it makes it, or sets one of its values. */
type Deed = 'make' | readonly ['a' | 'b' | 'c', number]

const OWN = ['thing-1' as StreamName]

const eventOf = (deed: Deed, at: number): StoredEvent =>
  ({
    id: `${at}`,
    position: at * 3,
    stream: deed === 'make' && at % 2 === 0 ? OWN[0] : 'place-1',
    revision: at,
    type: deed === 'make' ? 'Made' : 'Set',
    version: 1,
    data: deed,
    metadata: { at: '2024-01-01T00:00:00.000Z' as Instant, actor: 'user:1' },
  }) as unknown as StoredEvent

const documentOf = async (events: ReadonlyArray<StoredEvent>): Promise<Document | undefined> => {
  let isMade = false
  const document: Record<string, number> = { a: 0, b: 0, c: 0 }
  for (const { data } of events as ReadonlyArray<{ readonly data: unknown }>) {
    const deed = data as Deed
    if (deed === 'make') isMade = true
    else document[deed[0]] = deed[1]
  }
  return isMade ? document : undefined
}

/** All parts of a blame as one, by what is said of parts. */
const inParts = async (events: ReadonlyArray<StoredEvent>, most: number): Promise<ReadonlyArray<Blame>> => {
  const parts: Array<Blame> = []
  for (let from: Blame['next']; ; ) {
    const part = await blameOf(events, documentOf, { own: OWN, most, from })
    if (part === undefined) return parts
    parts.push(part)
    from = part.next
    if (from === undefined) return parts
  }
}

const deeds = fc.array(
  fc.oneof(fc.constant('make' as const), fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 2 }))),
  { maxLength: 12 },
)

describe('a blame', () => {
  it('done in parts says what it says at once', async () => {
    await fc.assert(
      fc.asyncProperty(deeds, fc.integer({ min: 1, max: 5 }), async (done, most) => {
        const events = done.map((deed, at) => eventOf(deed as Deed, at))
        const whole = await blameOf(events, documentOf, { own: OWN })
        const parts = await inParts(events, most)
        expect(parts.every(({ tried }) => tried <= most)).toBe(true)
        expect(parts.length > 0).toBe(whole !== undefined)
        if (whole === undefined) return
        const oldestFirst = parts.toReversed()
        expect(oldestFirst.flatMap(({ existence }) => existence)).toEqual(whole.existence)
        for (const [nth, field] of whole.fields.entries()) {
          expect(oldestFirst.flatMap(({ fields }) => fields[nth]?.events ?? [])).toEqual(field.events)
          const named = parts.map(({ fields }) => fields[nth]?.setBy).find((one) => one !== undefined)
          expect(named).toEqual(field.setBy)
        }
      }),
    )
  })

  it('applies what its histories have in common a few times, and behind it only what each has of its own', async () => {
    const [all, most] = [400, 100]
    const events = Array.from({ length: all }, (_, at) => eventOf(at === 0 ? 'make' : ['a', at], at))
    let [applied, beginning] = [0, 0]
    await blameOf(
      events,
      async (some, alike = 0) => {
        expect(some.slice(0, alike)).toEqual(events.slice(0, alike))
        if (alike !== beginning) applied += alike
        beginning = alike
        applied += some.length - alike
        return documentOf(some)
      },
      { own: OWN, most },
    )
    expect(applied).toBeLessThan((all * most) / 4)
  })
})
