import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { startEventStoreDbDouble } from '../eventstoredb-double/index.js'

/** A program that uses EventStoreDB, tested without a server. Gives what it met, in order. */
export const meetTrouble = async (): Promise<ReadonlyArray<string>> => {
  const met: Array<string> = []
  const meet = (what: string): number => met.push(what)
  // #region trouble
  const double = await startEventStoreDbDouble()
  const client = EventStoreDBClient.connectionString(double.connectionString)
  const order = jsonEvent({ type: 'OrderPlaced', data: { total: 12 } })

  // The next append meets a conflict, the one after it is fine.
  double.faults.append({ kind: 'conflict', head: 4 })
  const placed = () => client.appendToStream('order-1', order, { expectedRevision: NO_STREAM })
  await placed().catch((error) => meet(`${error.type}, the stream is at ${error.actualVersion}`))
  await placed().then(({ nextExpectedRevision }) => meet(`written at ${nextExpectedRevision}`))

  // The node goes away and comes back with the same log.
  await double.crash()
  await placed().catch(() => meet('nobody is there'))
  await double.restart()
  for await (const { event } of client.readStream('order-1')) meet(`${event?.type} is still there`)

  // Nothing is left open.
  await client.dispose()
  await double.stop()
  // #endregion
  return met
}
