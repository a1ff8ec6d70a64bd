import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { describeErrors } from './codecs.js'
import type { Position, StoredEvent, StreamName } from './envelope.js'

/** The shape of every domain event: a name in the past tense and its data. */
export interface DomainEvent {
  readonly type: string
  readonly data: unknown
}

/** An event that cannot be decoded, because of its type or version: reported with its location, never cast and never silently dropped. */
export interface Undecodable {
  readonly kind: 'Undecodable'
  readonly stream: StreamName
  readonly position: Position
  readonly type: string
  readonly version: number
  readonly problems: ReadonlyArray<string>
}

type DataOf<Event extends DomainEvent, Type extends Event['type']> = Extract<Event, { readonly type: Type }>['data']

/** An older version of an event's data: its codec, and the function that decodes it and upcasts it to the newest version. */
export interface OlderVersion<Data> {
  readonly codec: t.Any
  readonly decode: (data: unknown) => E.Either<t.Errors, Data>
}

/** One event type: the codec of its newest version, and the upcasters of older ones. */
export interface EventSchema<Data> {
  readonly version: number
  readonly codec: t.Type<Data, unknown, unknown>
  readonly older: ReadonlyMap<number, OlderVersion<Data>>
}

/**
 * The newest version of an event's data; `version` counts from 1.
 *
 * @example
 * import * as t from 'io-ts'
 * assert.equal(current(t.type({ title: t.string })).version, 1)
 */
export const current = <Data>(codec: t.Type<Data, unknown, unknown>, version = 1): EventSchema<Data> => ({
  version,
  codec,
  older: new Map(),
})

/**
 * Adds an older version: its codec and its upcaster to the newest version.
 *
 * @example
 * import { current } from '@forgefold/core'
 * import * as t from 'io-ts'
 * const titled = upcastFrom(1, t.type({ name: t.string }), ({ name }) => ({ title: name }))
 * assert.equal(titled(current(t.type({ title: t.string }), 2)).older.size, 1)
 */
export const upcastFrom =
  <Old, Data>(version: number, codec: t.Type<Old, unknown, unknown>, lift: (old: Old) => Data) =>
  (schema: EventSchema<Data>): EventSchema<Data> => ({
    ...schema,
    older: new Map(schema.older).set(version, { codec, decode: (data) => E.map(lift)(codec.decode(data)) }),
  })

export type EventSchemas<Event extends DomainEvent> = {
  readonly [Type in Event['type']]: EventSchema<DataOf<Event, Type>>
}

/** All events of one aggregate, with their encoding and decoding. */
export interface EventCatalogue<Event extends DomainEvent> {
  readonly types: ReadonlyArray<Event['type']>
  readonly schemas: EventSchemas<Event>
  /** Throws `TypeError` for data that could not be decoded again. */
  readonly encode: (event: Event) => { readonly type: string; readonly version: number; readonly data: unknown }
  readonly decode: (stored: StoredEvent) => E.Either<Undecodable, Event>
}

/**
 * A codec whose encoding is the identity decodes a valid value to itself (the first law of codecs), and checking validity costs a third of
 * decoding, which tracks paths for errors.
 */
const isAsItShouldBe = ({ codec }: EventSchema<unknown>, data: unknown): boolean =>
  codec.encode === t.identity && codec.is(data)

/** What is written stays for ever, so an event that could not be read again is a defect of the program that asked for it. Throws. */
const refuseUnreadable = (type: string, decoded: E.Either<t.Errors, unknown>): void => {
  if (E.isLeft(decoded))
    throw new TypeError(
      `${type} is not written, because it could not be read: ${describeErrors(decoded.left).join('; ')}`,
    )
}

/** The union type of the events of a catalogue, derived from their codecs. */
export type EventOf<Catalogue> = Catalogue extends EventCatalogue<infer Event> ? Event : never

/** The event of each type, from the data by type. */
type EventsOf<Data> = {
  readonly [Type in keyof Data & string]: { readonly type: Type; readonly data: Readonly<Data[Type]> }
}[keyof Data & string]

/**
 * Builds the catalogue from the schemas by event type; codecs are found by (type, version) in a Map, never by trying a union.
 *
 * @example
 * import { current } from '@forgefold/core'
 * import * as t from 'io-ts'
 * const events = eventCatalogue({ Opened: current(t.type({ title: t.string })) })
 * assert.equal(events.decode({ type: 'Opened', version: 1, data: { title: 'It rains in' } })._tag, 'Right')
 */
export const eventCatalogue = <Data extends object>(
  schemas: { readonly [Type in keyof Data & string]: EventSchema<Data[Type]> },
): EventCatalogue<EventsOf<Data>> => catalogueOf<EventsOf<Data>>(schemas as unknown as EventSchemas<EventsOf<Data>>)

const catalogueOf = <Event extends DomainEvent>(schemas: EventSchemas<Event>): EventCatalogue<Event> => {
  const byType = new Map<string, EventSchema<unknown>>(Object.entries(schemas))
  const undecodable = (stored: StoredEvent, problems: ReadonlyArray<string>): E.Either<Undecodable, never> =>
    E.left({
      kind: 'Undecodable',
      stream: stored.stream,
      position: stored.position,
      type: stored.type,
      version: stored.version,
      problems,
    })
  const decode = (stored: StoredEvent): E.Either<Undecodable, Event> => {
    const schema = byType.get(stored.type)
    if (schema === undefined) return undecodable(stored, ['unknown event type'])
    const isCurrent = stored.version === schema.version
    if (isCurrent && isAsItShouldBe(schema, stored.data))
      return E.right({ type: stored.type, data: stored.data } as Event)
    const { codec, older } = schema
    const decoded = isCurrent ? codec.decode(stored.data) : older.get(stored.version)?.decode(stored.data)
    if (decoded === undefined) return undecodable(stored, [`unknown version ${stored.version}`])
    if (E.isLeft(decoded)) return undecodable(stored, describeErrors(decoded.left))
    return E.right({ type: stored.type, data: decoded.right } as Event)
  }
  return {
    types: Object.keys(schemas) as ReadonlyArray<Event['type']>,
    schemas,
    encode: ({ type, data }) => {
      const schema = byType.get(type) as EventSchema<unknown>
      const encoded = schema.codec.encode(data)
      if (!schema.codec.is(data)) refuseUnreadable(type, schema.codec.decode(encoded))
      return { type, version: schema.version, data: encoded }
    },
    decode: (stored) => {
      const { decoding } = stored
      if (decoding === undefined) return decode(stored)
      if (decoding.by !== byType) {
        decoding.decoded = decode(stored)
        decoding.by = byType
      }
      return decoding.decoded as E.Either<Undecodable, Event>
    },
  }
}
