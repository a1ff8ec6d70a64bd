import { codecs } from '@forgefold/core/kernel'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { describe, expect, it } from 'vitest'

/** Texts of numbers; one that encodes to another value than it holds. */
const numberInText = new t.Type<number, string, unknown>(
  'numberInText',
  (u): u is number => typeof u === 'number',
  (u, context) => (typeof u === 'string' && /^\d+$/.test(u) ? t.success(Number(u)) : t.failure(u, context)),
  String,
)

const live = t.type({ kind: t.literal('live'), title: t.string, likes: codecs.record(t.string, codecs.safeInteger) })
const LIVE = t.type({ kind: t.literal('live'), title: t.string, likes: t.record(t.string, codecs.safeInteger) })
const gone = t.type({ kind: codecs.oneOf(['none', 'deleted']) })

/** Ours, and what io-ts has of the same meaning. */
const PAIRS: Readonly<Record<string, readonly [t.Any, t.Any]>> = {
  'a text or null': [codecs.union([t.string, t.null]), t.union([t.string, t.null])],
  'a value that may be missing': [codecs.orUndefined(t.boolean), t.union([t.boolean, t.undefined])],
  'states by their kind': [codecs.union([live, gone]), t.union([LIVE, gone])],
  'a record of integers': [codecs.record(t.string, codecs.safeInteger), t.record(t.string, codecs.safeInteger)],
  'a record of some keys': [
    codecs.record(codecs.oneOf(['wiki', 'issues']), t.boolean),
    t.record(codecs.oneOf(['wiki', 'issues']), t.boolean),
  ],
  'a field that is a union': [
    t.type({ avatar: codecs.orUndefined(codecs.nullable(t.string)) }),
    t.type({ avatar: t.union([t.string, t.null, t.undefined]) }),
  ],
}

const values = fc.oneof(
  { weight: 2, arbitrary: fc.anything() },
  fc.dictionary(fc.constantFrom('wiki', 'issues', '__proto__', 'other'), fc.oneof(fc.boolean(), fc.integer())),
  fc.record(
    {
      kind: fc.constantFrom('live', 'none', 'deleted', 'other'),
      title: fc.oneof(fc.string(), fc.integer()),
      likes: fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.double())),
      avatar: fc.option(fc.string()),
    },
    { requiredKeys: [] },
  ),
  fc.string(),
  fc.boolean(),
  fc.constantFrom(null, undefined),
)

describe.each(Object.entries(PAIRS))('the codec of %s', (_, [ours, theirs]) => {
  it('takes what that of io-ts takes, and gives the same', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(ours.is(value)).toBe(theirs.is(value))
        const [one, other] = [ours.decode(value), theirs.decode(value)]
        expect(one._tag).toBe(other._tag)
        if (E.isRight(one) && E.isRight(other)) {
          expect(one.right).toEqual(other.right)
          expect(ours.encode(one.right)).toEqual(theirs.encode(other.right))
        }
      }),
      { numRuns: 1000 },
    )
  })
})

describe('a union', () => {
  it('tells the place of what is wrong, as that of io-ts does', () => {
    const wrong = { title: 7 }
    const results = [codecs.union([t.string, t.null]), t.union([t.string, t.null])].map((title) =>
      t.type({ title }).decode(wrong),
    )
    const told = results.map((result) => (E.isLeft(result) ? codecs.describeErrors(result.left) : []))
    expect(told[0]).toEqual(['title.0: expected string', 'title.1: expected null'])
    expect(told[0]).toEqual(told[1])
  })
  it('encodes a value by the codec to which it belongs', () => {
    const either = codecs.union([numberInText, t.boolean])
    expect([either.encode(7), either.encode(true)]).toEqual(['7', true])
    expect(either.decode('7')).toEqual(E.right(7))
  })
})

describe('a record', () => {
  const told = (flags: t.Any, value: unknown): ReadonlyArray<string> => {
    const result = flags.decode(value)
    return E.isLeft(result) ? codecs.describeErrors(result.left) : []
  }
  it('tells which value is wrong', () => {
    expect(told(codecs.record(t.string, t.boolean), { wiki: 1 })).toEqual(['wiki: expected boolean'])
    expect(told(codecs.record(t.string, t.boolean), [])).toEqual(['value: expected { [K in string]: boolean }'])
  })
  it('drops names that it does not know', () => {
    const flags = codecs.record(codecs.oneOf(['wiki', 'issues']), t.boolean)
    expect(flags.decode({ wiki: true, snippets: 7 })).toEqual(E.right({ wiki: true }))
  })
  it('of any names, and a union of plain codecs, encode values to themselves, so that decoding may take the fast way', () => {
    for (const codec of [codecs.record(t.string, t.boolean), codecs.orUndefined(t.string), codecs.union([live, gone])])
      expect(codec.encode).toBe(t.identity)
  })
})
