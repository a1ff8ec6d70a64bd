import { current, eventCatalogue, type StoredEvent } from '@forgefold/core/kernel'
import * as t from 'io-ts'
import { describe, expect, it } from 'vitest'

const upperCase = new t.Type<string, string, unknown>('upperCase', t.string.is, t.string.validate, (text) =>
  text.toUpperCase(),
)

const events = eventCatalogue({
  Opened: current(t.type({ title: t.string, due: t.union([t.string, t.undefined]) })),
  Painted: current(t.type({ color: upperCase })),
})

describe('the events of a catalogue', () => {
  it('are encoded as they can be decoded again', () => {
    expect(events.encode({ type: 'Painted', data: { color: 'red' } }).data).toEqual({ color: 'RED' })
    const sparse = { title: 'It rains in' } as { title: string; due: undefined }
    expect(events.encode({ type: 'Opened', data: sparse }).data).toEqual({ title: 'It rains in' })
  })
  it.each([
    [
      { type: 'Opened', data: { title: 7, due: undefined } },
      /^Opened is not written, because .*title: expected string/,
    ],
    [{ type: 'Opened', data: {} }, /^Opened is not written, because .*title: expected string/],
    [{ type: 'Opened', data: null }, /^Opened is not written/],
  ])('are not written if they could not be read: %j', (event, words) => {
    expect(() => events.encode(event as never)).toThrow(words)
  })
})

describe('an event that keeps what it was decoded to', () => {
  const kept = (data: unknown) => {
    let reads = 0
    const stored = {
      ...{ id: 'a', type: 'Painted', version: 1, metadata: {}, stream: 'wall-1', revision: 0, position: 1 },
      decoding: { by: undefined, decoded: undefined },
      get data() {
        reads++
        return data
      },
    }
    return { stored: stored as unknown as StoredEvent, reads: () => reads }
  }
  it('is decoded once by a catalogue, and anew by another', () => {
    const { stored, reads } = kept({ color: 'red' })
    const first = events.decode(stored)
    expect(first).toEqual({ _tag: 'Right', right: { type: 'Painted', data: { color: 'red' } } })
    const asked = reads()
    expect(events.decode(stored)).toBe(first)
    expect(reads()).toBe(asked)
    expect(eventCatalogue({ Opened: current(t.type({ title: t.string })) }).decode(stored)._tag).toBe('Left')
    expect(events.decode(stored)).toEqual(first)
  })
  it('is refused each time where it cannot be decoded', () => {
    const { stored } = kept({ color: 7 })
    expect(events.decode(stored)._tag).toBe('Left')
    expect(events.decode(stored)).toBe(events.decode(stored))
  })
})
