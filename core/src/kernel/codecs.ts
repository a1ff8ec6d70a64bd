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

const isIdentity = ({ encode }: t.Any): boolean => encode === t.identity

/**
 * A codec for values of one of several others, tried in order. It looks for no tags, unlike the union of io-ts, whose search for them is a
 * tenth of what an aggregate takes in a browser.
 */
class UnionCodec<Codecs extends ReadonlyArray<t.Any>> extends t.Type<
  t.TypeOf<Codecs[number]>,
  t.OutputOf<Codecs[number]>,
  unknown
> {
  readonly _tag = 'UnionType' as const
  readonly types: Codecs

  constructor(types: Codecs) {
    const is = (u: unknown): u is t.TypeOf<Codecs[number]> => types.some((codec) => codec.is(u))
    super(
      `(${types.map(({ name }) => name).join(' | ')})`,
      is,
      (u, context) => {
        const failed: t.Errors = []
        for (const [at, codec] of types.entries()) {
          const decoded = codec.validate(u, t.appendContext(context, String(at), codec, u))
          if (decoded._tag === 'Right') return decoded
          for (const error of decoded.left) failed.push(error)
        }
        return t.failures(failed)
      },
      types.every(isIdentity) ? t.identity : (a) => types.find((codec) => codec.is(a))?.encode(a),
    )
    this.types = types
  }
}

/** One of several codecs; the first that takes a value decodes it. */
export const union = <const Codecs extends ReadonlyArray<t.Any>>(
  codecs: Codecs,
): t.Type<t.TypeOf<Codecs[number]>, t.OutputOf<Codecs[number]>, unknown> => new UnionCodec(codecs)

const isRecord = (u: unknown): u is Readonly<Record<string, unknown>> =>
  Object.prototype.toString.call(u) === '[object Object]'

/** Other keys than those of the domain are dropped, so that events with the names of former times can be decoded. */
class RecordCodec<Key extends string, Value> extends t.Type<Readonly<Record<Key, Value>>, unknown, unknown> {
  readonly _tag = 'DictionaryType' as const
  readonly domain: t.Type<Key, unknown, unknown>
  readonly codomain: t.Type<Value, Value, unknown>

  constructor(domain: t.Type<Key, unknown, unknown>, codomain: t.Type<Value, Value, unknown>) {
    type Held = Readonly<Record<Key, Value>>
    const known = (u: object): Held => {
      const entries = Object.entries(u)
      const kept = entries.filter(([key]) => domain.is(key))
      return (kept.length === entries.length ? u : Object.fromEntries(kept)) as Held
    }
    super(
      `{ [K in ${domain.name}]: ${codomain.name} }`,
      (u): u is Held => isRecord(u) && Object.values(known(u)).every(codomain.is),
      (u, context) => {
        if (!isRecord(u)) return t.failure(u, context)
        const held = known(u)
        const failed = Object.entries(held).flatMap(([key, value]) => {
          const decoded = codomain.validate(value, t.appendContext(context, key, codomain, value))
          return decoded._tag === 'Right' ? [] : decoded.left
        })
        return failed.length > 0 ? t.failures(failed) : t.success(held)
      },
      (domain as t.Any) === t.string ? t.identity : known,
    )
    this.domain = domain
    this.codomain = codomain
  }
}

/** An object with any number of keys of one codec, and values of another, which encode to themselves. */
export const record = <Key extends string, Value>(
  keys: t.Type<Key, unknown, unknown>,
  values: t.Type<Value, Value, unknown>,
): t.Type<Readonly<Record<Key, Value>>, unknown, unknown> => new RecordCodec(keys, values)

/** `codec` or null. */
export const nullable = <A>(codec: t.Type<A, A, unknown>): t.Type<A | null, A | null, unknown> =>
  new NullableCodec(codec)

/** `codec` or undefined; the property may be missing. */
export const orUndefined = <A>(codec: t.Type<A, unknown, unknown>): t.Type<A | undefined, unknown, unknown> =>
  union([codec, t.undefined])

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
