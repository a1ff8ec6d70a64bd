import * as t from 'io-ts'
import type { Day, Instant } from './instant.js'

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/
const DAY = /^\d{4}-\d\d-\d\d$/

const guard = <A>(name: string, is: (u: unknown) => u is A): t.Type<A, A, unknown> =>
  new t.Type<A, A, unknown>(name, is, (u, context) => (is(u) ? t.success(u) : t.failure(u, context)), t.identity)

/** An integer that JavaScript represents exactly. */
export const safeInteger = guard('safeInteger', (u): u is number => Number.isSafeInteger(u))

/** A number that is neither NaN nor infinite. */
export const finite = guard('finite', (u): u is number => Number.isFinite(u))

/** An instant, as text. */
export const instant = guard('instant', (u): u is Instant => typeof u === 'string' && INSTANT.test(u))

/** A calendar day, as text. */
export const day = guard('day', (u): u is Day => typeof u === 'string' && DAY.test(u))

/** A codec that also accepts null; the wrapped codec can be inspected, so that generators and schemas can be derived from it. */
export class NullableCodec<A> extends t.Type<A | null, A | null, unknown> {
  readonly _tag = 'NullableCodec' as const
  readonly inner: t.Type<A, A, unknown>

  constructor(inner: t.Type<A, A, unknown>) {
    const { name, is, validate, encode } = guard(
      `${inner.name} | null`,
      (u): u is A | null => u === null || inner.is(u),
    )
    super(name, is, validate, encode)
    this.inner = inner
  }
}

/** A codec for one of several words, which can be inspected. */
export class WordCodec<W extends string> extends t.Type<W, W, unknown> {
  readonly _tag = 'WordCodec' as const
  readonly words: ReadonlyArray<W>

  constructor(words: ReadonlyArray<W>) {
    const { name, is, validate, encode } = guard(
      words.join(' | '),
      (u): u is W => typeof u === 'string' && (words as ReadonlyArray<string>).includes(u),
    )
    super(name, is, validate, encode)
    this.words = words
  }
}

/** `codec` or null. */
export const nullable = <A>(codec: t.Type<A, A, unknown>): t.Type<A | null, A | null, unknown> =>
  new NullableCodec(codec)

/** `codec` or undefined; the property may be missing. */
export const orUndefined = <A>(codec: t.Type<A, unknown, unknown>): t.Type<A | undefined, unknown, unknown> =>
  t.union([codec, t.undefined])

/** A readonly array. */
export const list = <A>(codec: t.Type<A, unknown, unknown>): t.Type<ReadonlyArray<A>, unknown, unknown> =>
  t.array(codec) as unknown as t.Type<ReadonlyArray<A>, unknown, unknown>

/** One of the given words. */
export const oneOf = <const W extends ReadonlyArray<string>>(words: W): t.Type<W[number], W[number], unknown> =>
  new WordCodec<W[number]>(words)

/** Describes where a value departs from its codec, without the value itself, which may be secret. */
export const describeErrors = (errors: t.Errors): ReadonlyArray<string> =>
  errors.map((error) => {
    const path = error.context.map((entry) => entry.key).filter((key) => key !== '')
    const expected = error.context[error.context.length - 1]?.type.name ?? 'another shape'
    return `${path.join('.') || 'value'}: expected ${expected}`
  })
