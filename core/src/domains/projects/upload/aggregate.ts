import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  type Aggregate,
  codecs,
  conflict,
  current,
  type EventOf,
  eventCatalogue,
  refuse,
} from '../../../kernel/index.js'

const created = t.type({
  projectId: codecs.safeInteger,
  /** The digest of the secret part of its URL, which is shown once. */
  secretDigest: t.string,
  name: t.string,
  /** The digest of its bytes. */
  sha256: t.string,
  size: codecs.safeInteger,
  authorId: codecs.safeInteger,
})

const uploadEvents = eventCatalogue({ UploadCreated: current(created) })

export type UploadData = Readonly<t.TypeOf<typeof created>>

/** The events of an upload. */
export type UploadEvent = EventOf<typeof uploadEvents>

export type UploadState = { readonly kind: 'none' } | { readonly kind: 'live' }

export type UploadCommand = { readonly type: 'Create' } & UploadData

/** A file to which texts of a project link. */
export const upload: Aggregate<UploadCommand, UploadEvent, UploadState> = {
  category: 'upload',
  stateVersion: 1,
  events: uploadEvents,
  initial: { kind: 'none' },
  decide:
    ({ type: _, ...data }) =>
    (state) =>
      state.kind === 'none' ? E.right([{ type: 'UploadCreated', data }]) : refuse(conflict()),
  evolve: () => ({ kind: 'live' }),
}
