import { randomUUID } from 'node:crypto'
import { EventStoreDBClient } from '@eventstore/db-client'
import { questions } from './questions.js'

/** What a server answered to every question. */
export type Transcript = Readonly<Record<string, string>>

/** Asks a server everything, each question on a stream of its own. */
export const transcribe = async (connectionString: string): Promise<Transcript> => {
  const client = EventStoreDBClient.connectionString(connectionString)
  const run = randomUUID()
  const answers: Record<string, string> = {}
  try {
    for (const [number, { name, ask }] of questions.entries())
      answers[name] = await ask(client, `transcript-${run}-${number}`)
  } finally {
    await client.dispose()
  }
  return answers
}

/** Where two transcripts differ, in sentences. */
export const differences = (real: Transcript, double: Transcript): ReadonlyArray<string> =>
  [...new Set([...Object.keys(real), ...Object.keys(double)])]
    .filter((name) => real[name] !== double[name])
    .map((name) => `${name}: the node answers "${real[name]}", the double "${double[name]}"`)
