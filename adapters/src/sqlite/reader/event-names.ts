import type { StreamName } from '@forgefold/core/kernel'
import type { Connection } from '../connection.js'

export interface TypeName {
  readonly name: string
  readonly version: number
}

const MAX_STREAMS = 50_000
/** This many unknown names are looked up together if their keys span no more than this many times their number. */
const WORTH_A_SCAN = 16
const MAX_GAP_FACTOR = 4

const prepare = (connection: Connection) => ({
  type: connection.prepare<[number], TypeName>('SELECT name, version FROM event_type WHERE key = ?'),
  stream: connection.prepare<[number], StreamName>('SELECT name FROM stream WHERE key = ?').pluck(),
  streams: connection
    .prepare<[number, number], readonly [key: number, name: StreamName]>(
      'SELECT key, name FROM stream WHERE key BETWEEN ? AND ?',
    )
    .raw(),
})

/** The names behind the integer keys of a row; immutable, so each is looked up once. */
export class EventNames {
  readonly #sql: ReturnType<typeof prepare>
  readonly #types = new Map<number, TypeName>()
  readonly #streams = new Map<number, StreamName>()

  constructor(connection: Connection) {
    this.#sql = prepare(connection)
  }

  type(key: number): TypeName {
    const known = this.#types.get(key)
    if (known !== undefined) return known
    const found = this.#sql.type.get(key)
    if (found === undefined) throw new Error(`the event log has no type ${key}`)
    this.#types.set(key, found)
    return found
  }

  /** Looks up the names of many streams at once: streams created one after another are stored together. */
  prepareStreams(keys: ReadonlyArray<number>): void {
    let unknown = 0
    let least = Number.POSITIVE_INFINITY
    let most = 0
    for (const key of keys) {
      if (this.#streams.has(key)) continue
      unknown++
      if (key < least) least = key
      if (key > most) most = key
    }
    if (unknown < WORTH_A_SCAN || most - least > unknown * MAX_GAP_FACTOR) return
    if (this.#streams.size + most - least >= MAX_STREAMS) this.#streams.clear()
    for (const [key, name] of this.#sql.streams.all(least, most)) this.#streams.set(key, name)
  }

  stream(key: number): StreamName {
    const known = this.#streams.get(key)
    if (known !== undefined) return known
    const found = this.#sql.stream.get(key)
    if (found === undefined) throw new Error(`the event log has no stream ${key}`)
    if (this.#streams.size >= MAX_STREAMS) this.#streams.clear()
    this.#streams.set(key, found)
    return found
  }
}
