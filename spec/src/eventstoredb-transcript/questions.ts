import {
  ANY,
  type AppendExpectedRevision,
  type EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
  STREAM_EXISTS,
} from '@eventstore/db-client'

/** A question about a new stream; its answer holds nothing that differs from run to run. */
export interface Question {
  readonly name: string
  readonly ask: (client: EventStoreDBClient, stream: string) => Promise<string>
}

/** Events of the same number in the same stream have the same id. */
const event = (stream: string, n: number) => {
  const place = [...stream].reduce((hash, letter) => (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0, 7)
  const id = `${place.toString(16).padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`
  return jsonEvent({ id, type: 'Asked', data: { n }, metadata: { n } })
}

const failure = (error: unknown): string => {
  const { type, actualVersion } = error as { readonly type?: string; readonly actualVersion?: unknown }
  return [type ?? 'an error without a type', ...(actualVersion === undefined ? [] : [String(actualVersion)])].join(' ')
}

const told = async (work: () => Promise<string>): Promise<string> => {
  try {
    return await work()
  } catch (error) {
    return failure(error)
  }
}

/** Given for one call they make the client take one call an append; a node without TLS never sees them. */
const SINGLE = { credentials: { username: 'nobody', password: 'nothing' } }

type Path = 'batch' | 'single'

const append = async (
  client: EventStoreDBClient,
  stream: string,
  numbers: ReadonlyArray<number>,
  expectedRevision: AppendExpectedRevision,
  path: Path = 'batch',
): Promise<string> => {
  const events = numbers.map((n) => event(stream, n))
  const options = { expectedRevision, ...(path === 'single' ? SINGLE : {}) }
  const { nextExpectedRevision, position } = await client.appendToStream(stream, events, options)
  return `written ${nextExpectedRevision}${position === undefined ? ', no position' : ''}`
}

const states: Readonly<Record<string, (client: EventStoreDBClient, stream: string) => Promise<unknown>>> = {
  missing: async () => undefined,
  onlyMetadata: (client, stream) => client.setStreamMetadata(stream, { maxCount: 100 }),
  live: (client, stream) => append(client, stream, [1, 2], NO_STREAM),
  softDeleted: async (client, stream) => {
    await append(client, stream, [1, 2], NO_STREAM)
    await client.deleteStream(stream)
  },
  tombstoned: async (client, stream) => {
    await append(client, stream, [1, 2], NO_STREAM)
    await client.tombstoneStream(stream)
  },
}

const expectations: ReadonlyArray<AppendExpectedRevision> = [ANY, NO_STREAM, STREAM_EXISTS, 0n, 1n, 5n]
const batches: ReadonlyArray<ReadonlyArray<number>> = [[9], [1], [2], [1, 2], [1, 9], [2, 9], [9, 1], [1, 2, 9]]

const appends = (path: Path): ReadonlyArray<Question> =>
  Object.entries(states).flatMap(([state, prepare]) =>
    expectations.flatMap((expected) =>
      batches.map((numbers) => ({
        name: `append [${numbers}] expecting ${expected} to a ${state} stream (${path})`,
        ask: async (client, stream) => {
          await prepare(client, stream)
          return told(() => append(client, stream, numbers, expected, path))
        },
      })),
    ),
  )

type Deletion = 'deleteStream' | 'tombstoneStream'

const deletions: ReadonlyArray<Question> = (['deleteStream', 'tombstoneStream'] as ReadonlyArray<Deletion>).flatMap(
  (deletion) =>
    Object.entries(states).flatMap(([state, prepare]) =>
      [ANY, NO_STREAM, 0n, 1n].map((expectedRevision) => ({
        name: `${deletion} expecting ${expectedRevision} of a ${state} stream`,
        ask: async (client: EventStoreDBClient, stream: string) => {
          await prepare(client, stream)
          return told(async () => {
            await client[deletion](stream, { expectedRevision } as { expectedRevision: typeof ANY })
            return 'done'
          })
        },
      })),
    ),
)

const places = ['start', 'end', 0n, 1n, 7n] as const

const reads: ReadonlyArray<Question> = Object.entries(states).flatMap(([state, prepare]) =>
  (['forwards', 'backwards'] as const).flatMap((direction) =>
    places.map((fromRevision) => ({
      name: `read ${direction} from ${fromRevision} of a ${state} stream`,
      ask: async (client: EventStoreDBClient, stream: string) => {
        await prepare(client, stream)
        return told(async () => {
          const revisions: Array<string> = []
          for await (const { event } of client.readStream(stream, { direction, fromRevision }))
            revisions.push(String(event?.revision))
          return `revisions ${revisions.join(' ') || 'none'}`
        })
      },
    })),
  ),
)

const reopened: Question = {
  name: 'a soft-deleted stream begun again goes on where it was',
  ask: async (client, stream) => {
    await states['softDeleted']?.(client, stream)
    const written = await append(client, stream, [9], NO_STREAM)
    const revisions: Array<string> = []
    for await (const { event } of client.readStream(stream)) revisions.push(String(event?.revision))
    return `${written}; revisions ${revisions.join(' ')}`
  },
}

/** What is told in order until an event numbered 4 comes. */
const subscription: Question = {
  name: 'a subscription from revision 0 is told of',
  ask: async (client, stream) => {
    await append(client, stream, [1, 2, 3], NO_STREAM)
    const log: Array<string> = []
    const heard = client.subscribeToStream(stream, { fromRevision: 0n })
    await new Promise<void>((resolve, reject) => {
      heard.on('confirmation', () => log.push('confirmation'))
      heard.on('caughtUp', () => {
        log.push('caughtUp')
        append(client, stream, [4], ANY).then(undefined, reject)
      })
      heard.on('error', reject)
      heard.on('data', ({ event }) => {
        log.push(String(event?.revision))
        if (event?.revision === 3n) resolve()
      })
    })
    await heard.unsubscribe()
    return log.join(' ')
  },
}

/** Everything that is asked. */
export const questions: ReadonlyArray<Question> = [
  ...appends('batch'),
  ...appends('single'),
  ...deletions,
  ...reads,
  reopened,
  subscription,
]
