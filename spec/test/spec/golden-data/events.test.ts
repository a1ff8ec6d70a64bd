import {
  everyAggregate,
  goldenCategories,
  goldenEvents,
  storedEvent,
  withoutExample,
} from '@forgefold/spec/golden-data'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'

const aggregates = await everyAggregate()

describe('the golden bytes of events', () => {
  it('are there for every version of every event; npm run golden-events adds what is new', () => {
    const missing = [...aggregates].flatMap(([category, { events }]) =>
      withoutExample(category, events).map(({ type, version }) => `${category} ${type} ${version}`),
    )
    expect(missing).toEqual([])
  })

  it('are of categories that aggregates have', () => {
    expect(goldenCategories().filter((category) => !aggregates.has(category))).toEqual([])
  })

  it('tell of older versions too', () => {
    expect(goldenEvents('oauth_token')).toContainEqual(expect.objectContaining({ type: 'TokensIssued', version: 1 }))
  })
})

describe.each(goldenCategories())('the golden events of %s', (category) => {
  const events = aggregates.get(category)?.events

  it('are read as they were', () => {
    for (const { type, version, stored, decoded } of goldenEvents(category))
      expect(events?.decode(storedEvent(type, version, stored))).toEqual(E.right({ type, data: decoded }))
  })

  it('are written as they were, where they are of the newest version', () => {
    for (const { type, version, stored, decoded } of goldenEvents(category)) {
      const written = events?.encode({ type, data: decoded })
      expect(written?.type).toBe(type)
      if (written?.version === version) expect(JSON.stringify(written.data)).toBe(stored)
    }
  })
})
