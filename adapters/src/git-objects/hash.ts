import { createHash } from 'node:crypto'
import type { ObjectId, ObjectKind } from '@forgefold/core/ports'

/** An object as git stores it: its kind and its bytes. */
export interface RawObject {
  readonly kind: ObjectKind
  readonly bytes: Uint8Array
}

export const headerOf = (kind: ObjectKind, size: number): Buffer => Buffer.from(`${kind} ${size}\0`, 'latin1')

/** The id that git gives such an object: SHA-1 over its header and bytes. */
export const idOfObject = (kind: ObjectKind, bytes: Uint8Array): ObjectId =>
  createHash('sha1').update(headerOf(kind, bytes.length)).update(bytes).digest('hex') as ObjectId

/** An object database. */
export interface ObjectStore {
  readonly read: (id: ObjectId) => Promise<RawObject | undefined>
  readonly write: (kind: ObjectKind, bytes: Uint8Array) => Promise<ObjectId>
}
