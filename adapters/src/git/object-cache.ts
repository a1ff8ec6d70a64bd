import { RecencyCache } from '@forgefold/core/app'
import type { ObjectId } from '@forgefold/core/ports'
import type { LoadedObject } from './object-reader.js'

/** Bytes of one object; larger ones are not cached. */
const MAX_OBJECT_BYTES = 32 * 1024
/** Bytes of all objects together. */
const MAX_CACHE_BYTES = 16 * 1024 * 1024
/** The overhead of an entry, in bytes. */
const ENTRY = 400

const FULL_ID = /^[0-9a-f]{40}$/
/** An ancestor of a commit, and the object at a path of it. */
const FIXED = /^[0-9a-f]{40}(?:~\d+)?(?::.*)?$/

const MAX_NAMES = 20_000
const MAX_NAME_LENGTH = 200

/** A cache of small objects by repository and full id, or by an expression on a full id; both are immutable. */
export class ObjectCache {
  readonly #kept = new RecencyCache<string, LoadedObject>(MAX_CACHE_BYTES, ({ bytes }) => bytes.length + ENTRY)
  readonly #ids = new RecencyCache<string, ObjectId>(MAX_NAMES)

  get(repository: string, expression: string): LoadedObject | undefined {
    const id = FULL_ID.test(expression) ? expression : this.#ids.get(`${repository} ${expression}`)
    return id === undefined ? undefined : this.#kept.get(`${repository} ${id}`)
  }

  /** `expression` is the one that the object was requested by. */
  set(repository: string, object: LoadedObject, expression: string): void {
    if (object.bytes.length > MAX_OBJECT_BYTES) return
    if (expression !== object.id && expression.length <= MAX_NAME_LENGTH && FIXED.test(expression))
      this.#ids.set(`${repository} ${expression}`, object.id)
    // Copied, because a slice of a pipe's buffer would keep the whole buffer in memory.
    this.#kept.set(`${repository} ${object.id}`, { ...object, bytes: Buffer.from(object.bytes) })
  }
}
