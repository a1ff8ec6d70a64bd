import { codecs, type DomainEvent, type EventCatalogue } from '@forgefold/core/kernel'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { storedAs } from './stored-as.js'

/** Generators for codecs that do not tell how they are built, by the codec's name. */
export type NamedGenerators = Readonly<Record<string, fc.Arbitrary<unknown>>>

/** Few values of each kind, so that ids and names meet again within one history. */
const SCALARS: NamedGenerators = {
  safeInteger: fc.nat(5),
  finite: fc.integer({ min: -3, max: 3 }),
  number: fc.nat(5),
  instant: fc.integer({ min: 0, max: 3 }).map((hour) => `2024-01-0${hour + 1}T0${hour}:00:00.000Z`),
  day: fc.constantFrom('2024-01-01', '2024-02-29'),
  string: fc.constantFrom('', 'a', 'b', 'main', 'ä ö'),
  boolean: fc.boolean(),
  null: fc.constant(null),
  undefined: fc.constant(undefined),
  unknown: fc.jsonValue({ maxDepth: 1 }),
}

type Tagged = t.Any & {
  readonly _tag?: string
  readonly type?: t.Any
  readonly props?: t.Props
  readonly types?: ReadonlyArray<t.Any>
  readonly domain?: t.Any
  readonly codomain?: t.Any
  readonly keys?: Readonly<Record<string, unknown>>
  readonly value?: unknown
}

const record = (props: t.Props, named: NamedGenerators, requiredKeys?: []): fc.Arbitrary<object> => {
  const fields = Object.fromEntries(Object.entries(props).map(([key, codec]) => [key, generatorOf(codec, named)]))
  return requiredKeys === undefined ? fc.record(fields) : fc.record(fields, { requiredKeys })
}

/** Generates valid values of an io-ts codec. Throws where a codec is opaque and has no generator by its name: a defect of the test. */
export const generatorOf = (codec: t.Any, named: NamedGenerators = {}): fc.Arbitrary<unknown> => {
  const own = named[codec.name] ?? SCALARS[codec.name]
  if (own !== undefined) return own
  if (codec instanceof codecs.NullableCodec)
    return fc.oneof(fc.constant(null), generatorOf(codec.inner as t.Any, named))
  if (codec instanceof codecs.WordCodec) return fc.constantFrom(...(codec.words as ReadonlyArray<string>))
  const { _tag, type, props, types = [], domain, codomain, keys, value } = codec as Tagged
  switch (_tag) {
    case 'InterfaceType':
      return record(props ?? {}, named)
    case 'PartialType':
      return record(props ?? {}, named, [])
    case 'ArrayType':
    case 'ReadonlyArrayType':
      return fc.array(generatorOf(type as t.Any, named), { maxLength: 3 })
    case 'IntersectionType':
      return fc.tuple(...types.map((one) => generatorOf(one, named))).map((parts) => Object.assign({}, ...parts))
    case 'UnionType':
      return fc.oneof(...types.map((one) => generatorOf(one, named)))
    case 'KeyofType':
      return fc.constantFrom(...Object.keys(keys ?? {}))
    case 'LiteralType':
      return fc.constant(value)
    case 'DictionaryType':
      return fc.dictionary(
        generatorOf(domain as t.Any, named) as fc.Arbitrary<string>,
        generatorOf(codomain as t.Any, named),
      )
    case 'ReadonlyType':
    case 'ExactType':
    case 'RefinementType':
      return generatorOf(type as t.Any, named)
    default:
      throw new Error(`no generator for the codec ${codec.name}`)
  }
}

/** Generates every event of a catalogue out of the codecs of the newest versions, each as it comes back from the store. */
export const generatedEvents = <Event extends DomainEvent>(
  catalogue: EventCatalogue<Event>,
  named: NamedGenerators = {},
): fc.Arbitrary<Event> =>
  fc
    .oneof(
      ...catalogue.types.map((type) =>
        generatorOf(catalogue.schemas[type as Event['type']].codec as t.Any, named).map(
          (data) => ({ type, data }) as Event,
        ),
      ),
    )
    .map((event) => {
      const read = catalogue.decode(storedAs(catalogue.encode(event)))
      if (E.isLeft(read)) throw new Error(`a generated ${event.type} is refused: ${read.left.problems.join('; ')}`)
      return read.right
    })
