import { RecencyCache } from '@forgefold/core/app'
import type { FoundObject } from './object-reader.js'

/** Bytes of one object; larger ones are read anew each time. */
const LARGEST = 32 * 1024
/** Bytes of all objects together. */
const ROOM = 16 * 1024 * 1024
/** What an entry takes besides its bytes. */
const ENTRY = 400

const FULL_ID = /^[0-9a-f]{40}$/

/** Small objects that were read lately, by repository and full id: what an id names never changes. */
export class ObjectCache {
  readonly #kept = new RecencyCache<string, FoundObject>(ROOM, ({ bytes }) => bytes.length + ENTRY)

  get(repository: string, expression: string): FoundObject | undefined {
    return FULL_ID.test(expression) ? this.#kept.get(`${repository} ${expression}`) : undefined
  }

  set(repository: string, object: FoundObject): void {
    if (object.bytes.length > LARGEST) return
    // A copy: what is read from a pipe is a part of a larger piece of memory, which would be kept with it.
    this.#kept.set(`${repository} ${object.id}`, { ...object, bytes: Buffer.from(object.bytes) })
  }
}
