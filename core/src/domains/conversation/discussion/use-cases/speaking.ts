import * as E from 'fp-ts/lib/Either.js'
import type { SignedIn } from '../../../../access/principal.js'
import type { Caller } from '../../../../app/caller.js'
import type { Forge } from '../../../../app/forge.js'
import { forbidden, type Rejection, refuse, unauthenticated, unavailable } from '../../../../kernel/index.js'
import type { NoteRow } from '../queries.js'
import { findTalk, mayNote, type Noteable, type NoteableRef } from './noteable.js'

/** Somebody, and what they may speak about. */
export interface Speaking {
  readonly noteable: Noteable
  readonly user: SignedIn
}

/** Somebody who may speak about something. Rejections: `Unauthenticated`; `NotFound` (Project, MergeRequest, Issue); `Forbidden`. */
export const speaker = (forge: Forge, { principal }: Caller, ref: NoteableRef): E.Either<Rejection, Speaking> => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const found = findTalk(forge, principal, ref)
  if (E.isLeft(found)) return found
  return mayNote(found.right) ? E.right({ noteable: found.right, user: principal }) : refuse(forbidden())
}

/** A note as the read model shows it now. Rejections: `Unavailable`. */
export const written = (forge: Forge, { type, id }: Noteable, noteId: number): E.Either<Rejection, NoteRow> => {
  const row = forge.read.discussions.note(type, id, noteId)
  return row === undefined ? refuse(unavailable('the read model does not show the note')) : E.right(row)
}
