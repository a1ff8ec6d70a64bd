import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../access/index.js'
import type { Caller } from '../../../app/caller.js'
import type { CommandContext } from '../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../app/forge.js'
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
  unavailable,
} from '../../../kernel/index.js'
import { mayInProject, type ProjectAccess } from '../../projects/project/access.js'
import { findNote, findNoteable, type NoteableRef } from '../discussion/use-cases/note-access.js'
import { type AwardableType, type AwardData, awardEmoji, noSuchEmoji } from './aggregate.js'
import type { AwardRow } from './queries.js'

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

const notAwardable = notFound('Award Emoji User cannot award emoji to awardable')

/** What is to be given by whom, where they may. */
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
  const command = { type: 'Give', ...data } as const
  const sound = awardEmoji.decide(command)(awardEmoji.initial)
  if (E.isLeft(sound)) return sound
  const id = await forge.numbers.next('award_emoji')
  if (E.isLeft(id)) return id
  const done = await forge.aggregates.execute(awardEmoji, id.right, command, context)
  if (E.isLeft(done)) return done
  const row = forge.read.awards.find(data.awardableType, data.awardableId, id.right)
  return row === undefined ? refuse(unavailable('the read model does not show the award')) : E.right(row)
}

const takeBack = async (forge: Forge, row: AwardRow, context: CommandContext): Promise<E.Either<Rejection, void>> => {
  const done = await forge.aggregates.execute(awardEmoji, row.id, { type: 'TakeBack' }, context)
  return E.isLeft(done) ? done : E.right(undefined)
}

/** Gives an emoji. Rejections: `NotFound` (Project; also a name that is none, or was given), `RecordNotFound`, `Forbidden`. */
export const giveAward = async (
  forge: Forge,
  caller: Caller,
  ref: AwardableRef,
  emoji: string,
): UseCaseResult<AwardRow> => {
  const giving = givingOf(forge, caller, ref, emoji)
  return E.isLeft(giving) ? giving : give(forge, giving.right, caller.context)
}

/** Gives an emoji, or takes one's own back where it was given. Rejections: as `giveAward`. */
export const toggleAward = async (
  forge: Forge,
  caller: Caller,
  ref: AwardableRef,
  emoji: string,
): UseCaseResult<void> => {
  const giving = givingOf(forge, caller, ref, emoji)
  if (E.isLeft(giving)) return giving
  const own = forge.read.awards.given(giving.right)
  if (own !== undefined) return takeBack(forge, own, caller.context)
  const given = await give(forge, giving.right, caller.context)
  return E.isLeft(given) ? given : E.right(undefined)
}

/** Takes an emoji back: one's own, administrators any. Rejections: `NotFound` (Project, Award Emoji), `RecordNotFound`, `Unauthenticated`, `PreconditionFailed` where it was given later than that. */
export const takeAwardBack = async (
  forge: Forge,
  { principal, context }: Caller,
  ref: AwardableRef,
  id: number,
  unmodifiedSince?: Instant,
): UseCaseResult<void> => {
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
