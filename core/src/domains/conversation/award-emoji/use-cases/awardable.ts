import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../../access/index.js'
import type { Forge } from '../../../../app/forge.js'
import { type Rejection, recordNotFound, refuse } from '../../../../kernel/index.js'
import type { ProjectAccess } from '../../../projects/project/access.js'
import { findNote, findNoteable, type NoteableRef } from '../../discussion/use-cases/noteable.js'
import type { AwardableType } from '../aggregate.js'

/** A merge request or an issue, or a note on one, as the API names it. */
export interface AwardableRef extends NoteableRef {
  readonly noteId?: number | undefined
}

/** Something that may be given emoji, found for somebody. */
export interface Awardable {
  readonly type: AwardableType
  readonly id: number
  readonly project: ProjectAccess
  /** What the forge itself said takes none. */
  readonly takesAwards: boolean
}

/** Finds what the caller may read. Rejections: `NotFound` (Project); `RecordNotFound`. */
export const findAwardable = (
  forge: Forge,
  principal: Principal,
  ref: AwardableRef,
): E.Either<Rejection, Awardable> => {
  const found = findNoteable(forge, principal, ref)
  if (E.isLeft(found)) return found
  if (ref.noteId === undefined) return E.right({ ...found.right, takesAwards: true })
  const note = findNote(forge, found.right, ref.noteId)
  return note === undefined
    ? refuse(recordNotFound)
    : E.right({ type: 'Note', id: note.id, project: found.right.project, takesAwards: note.system === undefined })
}
