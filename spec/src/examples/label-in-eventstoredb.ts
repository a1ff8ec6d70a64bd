import { EventStoreDBClient, type JSONType, jsonEvent, NO_STREAM, StreamNotFoundError } from '@eventstore/db-client'
import { label } from '@forgefold/core/domains/planning/label'
import { fold, type StoredEvent } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { startEventStoreDbDouble } from '../eventstoredb-double/index.js'

type Command = Parameters<typeof label.decide>[0]

/** One aggregate of the core whose events are kept in EventStoreDB. Gives what became of the same command twice, and what the stream holds. */
export const keepLabel = async (): Promise<ReadonlyArray<string>> => {
  const double = await startEventStoreDbDouble()
  const client = EventStoreDBClient.connectionString(double.connectionString)
  // #region eventstoredb
  const eventsOf = async (stream: string) => {
    const history = []
    try {
      for await (const { event } of client.readStream(stream)) {
        if (event === undefined) continue
        const { version } = event.metadata as { version: number }
        const decoded = label.events.decode({ type: event.type, version, data: event.data } as StoredEvent)
        if (E.isLeft(decoded)) throw new Error(`event ${event.revision} of ${stream} cannot be decoded`)
        history.push(decoded.right)
      }
    } catch (error) {
      if (!(error instanceof StreamNotFoundError)) throw error
    }
    return history
  }

  const execute = async (stream: string, command: Command): Promise<string> => {
    const history = await eventsOf(stream)
    const decision = label.decide(command)(fold(label, history))
    if (E.isLeft(decision)) return decision.left.kind
    const written = decision.right.map((event) => {
      const { type, version, data } = label.events.encode(event)
      return jsonEvent({ type, data: data as JSONType, metadata: { version } })
    })
    const expectedRevision = history.length === 0 ? NO_STREAM : BigInt(history.length - 1)
    await client.appendToStream(stream, written, { expectedRevision })
    return 'written'
  }
  // #endregion
  const place = { kind: 'project', id: 7 } as const
  const bug: Command = { type: 'Create', place, title: 'bug', color: '#ff0000', description: null, priority: null }
  const outcomes = [await execute('label-1', bug), await execute('label-1', bug)]
  const stored = (await eventsOf('label-1')).map(({ type }) => type)
  await client.dispose()
  await double.stop()
  return [...outcomes, ...stored]
}
