import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../access/index.js'
import type { Caller } from '../../../app/caller.js'
import type { CommandContext } from '../../../app/command-context.js'
import { createStream } from '../../../app/create-stream.js'
import type { Forge, Query, UseCase } from '../../../app/forge.js'
import { shownRow } from '../../../app/shown-row.js'
import {
  forbidden,
  type Instant,
  isAfter,
  notFound,
  preconditionFailed,
  type Rejection,
  recordNotFound,
  refuse,
  unauthenticated,
} from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import { findIssuable, type Issuable, type IssuableRef } from '../../issuable/issuable.js'
import { mayInProject, type ProjectAccess } from '../../projects/project/access.js'
import { findMergeRequestAsIssuable } from '../../review/merge-request/finder.js'
import { findNote } from '../discussion/access.js'
import { type AwardableType, type AwardData, awardEmoji, noSuchEmoji } from './aggregate.js'
import type { AwardRow } from './queries.js'

/** A merge request or an issue, or a note on one, as the API names it. */
export interface AwardableRef extends IssuableRef {
  readonly noteId?: number | undefined
}

/** An issuable or a note as use cases of award emoji need it. */
interface Awarded {
  readonly type: AwardableType
  readonly id: number
  readonly project: ProjectAccess
  /** False for system notes. */
  readonly takesAwards: boolean
}

/** The issuable; a merge request that the caller may not read has no award emoji for them, an issue is hidden. */
const findIssuableOf = (forge: Forge, principal: Principal, ref: IssuableRef): E.Either<Rejection, Issuable> => {
  if (ref.type === 'Issue') return findIssuable(forge, { principal }, ref)
  const found = findMergeRequestAsIssuable(forge, { principal }, { mergeRequest: ref, hiddenAs: 'refused' })
  return E.isLeft(found) && found.left.kind === 'Forbidden' ? refuse(notFound('Award Emoji')) : found
}

/** Finds an awardable that the caller may read. Rejections: `NotFound` (Project, Award Emoji); `RecordNotFound`. */
const findAwardable = (forge: Forge, principal: Principal, ref: AwardableRef): E.Either<Rejection, Awarded> => {
  const found = findIssuableOf(forge, principal, ref)
  if (E.isLeft(found)) return found
  if (ref.noteId === undefined) return E.right({ ...found.right, takesAwards: true })
  const note = findNote(forge, found.right, ref.noteId)
  return note === undefined
    ? refuse(recordNotFound)
    : E.right({ type: 'Note', id: note.id, project: found.right.project, takesAwards: note.system === undefined })
}

const notAwardable = notFound('Award Emoji User cannot award emoji to awardable')

/** The award that the caller wants to give, where they may. */
const givingOf = (
  forge: Forge,
  { principal }: Caller,
  ref: AwardableRef,
  emoji: string,
): E.Either<Rejection, AwardData> => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const found = findAwardable(forge, principal, ref)
  if (E.isLeft(found)) return found
  const { type, id: awardableId, project, takesAwards } = found.right
  if (!mayInProject(project, 'award_emoji')) return refuse(forbidden())
  if (!takesAwards) return refuse(notAwardable)
  const name = forge.emojiNames.canonical(emoji)
  if (name === undefined) return refuse(noSuchEmoji)
  return E.right({ userId: principal.userId, name, awardableType: type, awardableId })
}

const give = async (forge: Forge, data: AwardData, context: CommandContext): Promise<E.Either<Rejection, AwardRow>> => {
  const done = await createStream(forge, awardEmoji, 'award_emoji', { type: 'Give', ...data }, context)
  if (E.isLeft(done)) return done
  return shownRow(forge.read.awards.find(data.awardableType, data.awardableId, done.right.id), 'award')
}

const takeBack = async (forge: Forge, row: AwardRow, context: CommandContext): Promise<E.Either<Rejection, void>> => {
  const done = await forge.aggregates.execute(awardEmoji, row.id, { type: 'TakeBack' }, context)
  return E.isLeft(done) ? done : E.right(undefined)
}

/** An emoji for an issuable or a note. */
export interface GiveAward {
  readonly ref: AwardableRef
  /** Its name or an alias, without colons. */
  readonly emoji: string
}

/** Gives an emoji. Rejections: `NotFound` (Project; also an unknown name, or one given before), `RecordNotFound`, `Forbidden`. */
export const giveAward: UseCase<GiveAward, AwardRow> = async (forge, caller, { ref, emoji }) => {
  const giving = givingOf(forge, caller, ref, emoji)
  return E.isLeft(giving) ? giving : give(forge, giving.right, caller.context)
}

/** Gives an emoji, or revokes it where the caller has given it. Rejections: as `giveAward`. */
export const toggleAward: UseCase<GiveAward, void> = async (forge, caller, { ref, emoji }) => {
  const giving = givingOf(forge, caller, ref, emoji)
  if (E.isLeft(giving)) return giving
  const own = forge.read.awards.given(giving.right)
  if (own !== undefined) return takeBack(forge, own, caller.context)
  const given = await give(forge, giving.right, caller.context)
  return E.isLeft(given) ? given : E.right(undefined)
}

/** One award emoji of an issuable or a note. */
export interface AwardRef {
  readonly ref: AwardableRef
  readonly id: number
}

/** Which award emoji is to be revoked. */
export interface RevokeAward extends AwardRef {
  /** When the caller last read it: a later award is not revoked. */
  readonly unmodifiedSince?: Instant | undefined
}

/**
 * Revokes an award emoji: users their own, administrators any. Rejections: `NotFound` (Project, Award Emoji), `RecordNotFound`,
 * `Unauthenticated`, `PreconditionFailed` where it was given later than `unmodifiedSince`.
 */
export const revokeAward: UseCase<RevokeAward, void> = async (forge, { principal, context }, input) => {
  const { ref, id, unmodifiedSince } = input
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const found = findAwardable(forge, principal, ref)
  if (E.isLeft(found)) return found
  const row = forge.read.awards.find(found.right.type, found.right.id, id)
  if (row === undefined) return refuse(notFound('Award Emoji'))
  if (row.userId !== principal.userId && !principal.admin) return refuse(unauthenticated)
  if (!mayInProject(found.right.project, 'award_emoji')) return refuse(forbidden())
  if (isAfter(row.createdAt, unmodifiedSince)) return refuse(preconditionFailed)
  return takeBack(forge, row, context)
}

/** The award emoji of an issuable or a note, oldest first. Rejections: `NotFound` (Project, Award Emoji); `RecordNotFound`. */
export const listAwards: Query<{ readonly ref: AwardableRef; readonly page: PageRequest }, Page<AwardRow>> = (
  forge,
  { principal },
  { ref, page },
) => {
  const found = findAwardable(forge, principal, ref)
  return E.isLeft(found) ? found : E.right(forge.read.awards.list(found.right.type, found.right.id, page))
}

/** One award emoji. Rejections: `NotFound` (Project, Award Emoji); `RecordNotFound`. */
export const getAward: Query<AwardRef, AwardRow> = (forge, { principal }, { ref, id }) => {
  const found = findAwardable(forge, principal, ref)
  if (E.isLeft(found)) return found
  return E.fromNullable(notFound('Award Emoji'))(forge.read.awards.find(found.right.type, found.right.id, id))
}
