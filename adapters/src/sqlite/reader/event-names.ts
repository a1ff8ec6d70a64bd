import type { StreamName } from '@forgefold/core/kernel'
import type { Connection } from '../connection.js'

export interface TypeName {
  readonly name: string
  readonly version: number
}

const MOST_STREAMS = 50_000

const prepare = (connection: Connection) => ({
  type: connection.prepare<[number], TypeName>('SELECT name, version FROM event_type WHERE key = ?'),
  stream: connection.prepare<[number], StreamName>('SELECT name FROM stream WHERE key = ?').pluck(),
})

/** What the numbers in a row stand for; names never change, so they are looked up once. */
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

  stream(key: number): StreamName {
    const known = this.#streams.get(key)
    if (known !== undefined) return known
    const found = this.#sql.stream.get(key)
    if (found === undefined) throw new Error(`the event log has no stream ${key}`)
    if (this.#streams.size >= MOST_STREAMS) this.#streams.clear()
    this.#streams.set(key, found)
    return found
  }
}
