import { current, eventCatalogue } from '@forgefold/core/kernel'
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
