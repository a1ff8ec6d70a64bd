import {
  type DomainEvent,
  type EventCatalogue,
  type EventId,
  type EventMetadata,
  type Position,
  type Revision,
  type StoredEvent,
  streamName,
} from '@forgefold/core/kernel'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { generatorOf, type NamedGenerators } from '../testing/generated-events.js'

/** Data of an event as a store holds it, and what it is read as. */
export interface EventExample {
  readonly type: string
  readonly version: number
  /** The text of the JSON that is stored. */
  readonly stored: string
  readonly decoded: unknown
}

const SEED = 1
const SAMPLES = 400
const MAX_EXAMPLES = 16
/** The texts that stand for any text; other texts are words of a closed list. */
const ANY_TEXT = new Set(['', 'a', 'b', 'main', 'ä ö'])

/** Codecs that do not tell how they are built. */
const OPAQUE: NamedGenerators = {
  StoredValue: fc.constantFrom(
    { value: 'main' },
    { sealed: 'sealed', digest: 'digest' },
    { blob: 'sha256', secret: true, digest: 'digest' },
  ),
}

/** Which keys are there with values of which kind, and which words: two samples of one shape say the same. */
const shapesIn = (value: unknown, path = ''): ReadonlyArray<string> => {
  if (Array.isArray(value)) return [`${path}[]`, ...value.flatMap((one) => shapesIn(one, `${path}[]`))]
  if (typeof value === 'string' && !ANY_TEXT.has(value) && !/^\d/.test(value)) return [`${path}=${value}`]
  if (typeof value !== 'object' || value === null) return [`${path}:${value === null ? 'null' : typeof value}`]
  return [path, ...Object.entries(value).flatMap(([key, one]) => shapesIn(one, `${path}.${key}`))]
}

/** Few samples that show every shape there is. */
const telling = (samples: ReadonlyArray<string>): ReadonlyArray<string> => {
  const seen = new Set<string>()
  const chosen: Array<string> = []
  for (const sample of samples) {
    const shapes = shapesIn(JSON.parse(sample))
    if (chosen.length > 0 && shapes.every((shape) => seen.has(shape))) continue
    for (const shape of shapes) seen.add(shape)
    chosen.push(sample)
    if (chosen.length === MAX_EXAMPLES) break
  }
  return chosen
}

/** An event as it comes from a store. */
export const storedEvent = (type: string, version: number, text: string): StoredEvent => ({
  type,
  version,
  data: JSON.parse(text),
  id: '01890000-0000-7000-8000-000000000000' as EventId,
  stream: streamName('golden', 1),
  revision: 0 as Revision,
  position: 1 as Position,
  metadata: {} as EventMetadata,
})

/** What a catalogue reads in an example. Throws where it cannot: a defect of the generator. */
const decodedBy = ({ decode }: EventCatalogue<DomainEvent>, type: string, version: number, text: string): unknown => {
  const read = decode(storedEvent(type, version, text))
  if (E.isLeft(read)) throw new Error(`${type} ${version}: ${read.left.problems.join(', ')}`)
  return read.right.data
}

/** Every (type, version) that a catalogue knows, with the codec of its data. */
export const versionsOf = ({
  types,
  schemas,
}: EventCatalogue<DomainEvent>): ReadonlyArray<{
  readonly type: string
  readonly version: number
  readonly codec: t.Any
}> =>
  types.flatMap((type) => {
    const { version, codec, older } = schemas[type] as (typeof schemas)[string]
    const before = [...older].map(([number, old]) => ({ type, version: number, codec: old.codec }))
    return [...before.sort((a, b) => a.version - b.version), { type, version, codec: codec as t.Any }]
  })

/** Examples of one version of an event, always the same ones for the same codec. */
export const examplesOf = (
  catalogue: EventCatalogue<DomainEvent>,
  { type, version, codec }: ReturnType<typeof versionsOf>[number],
): ReadonlyArray<EventExample> => {
  const samples = fc.sample(generatorOf(codec, OPAQUE), { numRuns: SAMPLES, seed: SEED })
  return telling(samples.map((data) => JSON.stringify(data))).map((stored) => ({
    type,
    version,
    stored,
    decoded: decodedBy(catalogue, type, version, stored),
  }))
}
