import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type Aggregate, codecs, current, type EventOf, eventCatalogue } from '../../../kernel/index.js'

const kept = t.type({
  projectId: codecs.safeInteger,
  /** The SHA-256 of its bytes, which are stored with the files of packages. */
  oid: t.string,
  size: codecs.safeInteger,
})

const objectEvents = eventCatalogue({ LfsObjectKept: current(kept) })

/** The events of a large file in a project. */
export type LfsObjectEvent = EventOf<typeof objectEvents>

/** A large file that a project holds. */
export type LfsObjectData = Readonly<t.TypeOf<typeof kept>>

export type LfsObjectState = { readonly kind: 'none' } | { readonly kind: 'live' }

export type LfsObjectCommand = { readonly type: 'Keep' } & LfsObjectData

/** The stream of a large file in a project. */
export const lfsObjectId = (projectId: number, oid: string): string => `${projectId}.${oid}`

/** A large file that a project holds; uploading it again changes nothing. */
export const lfsObject: Aggregate<LfsObjectCommand, LfsObjectEvent, LfsObjectState> = {
  category: 'lfs_object',
  stateVersion: 1,
  events: objectEvents,
  initial: { kind: 'none' },
  decide:
    ({ type: _, ...data }) =>
    (state) =>
      E.right(state.kind === 'none' ? [{ type: 'LfsObjectKept', data }] : []),
  evolve: () => ({ kind: 'live' }),
}
