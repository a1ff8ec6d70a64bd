import * as E from 'fp-ts/lib/Either.js'
import type { AccessLevel } from '../../../../access/index.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import {
  type Day,
  dayOf,
  forbidden,
  notFound,
  type Rejection,
  recordNotFound,
  refuse,
} from '../../../../kernel/index.js'
import { member, membershipId } from '../aggregate.js'
import { mayGrant } from '../policy.js'
import type { MemberRow } from '../queries.js'
import type { SourceAccess } from './source.js'

/** Who is to have which role. */
export interface MemberInput {
  readonly userId: number
  readonly level: AccessLevel
  readonly expiresAt: Day | null | undefined
}

/** The membership as it stands now. Rejections: `RecordNotFound`. */
export const shownMember = (forge: Forge, source: SourceAccess, userId: number): E.Either<Rejection, MemberRow> => {
  return E.fromNullable(recordNotFound)(forge.read.members.find(source.source, source.id, userId))
}

/** Adds a member to a group or project that the caller may administer. Rejections: `NotFound` (User); `Forbidden` above the caller's role; `Conflict`; `Invalid`. */
export const addTo = async (
  forge: Forge,
  context: CommandContext,
  source: SourceAccess,
  input: MemberInput,
): Promise<E.Either<Rejection, MemberRow>> => {
  const { userId, level, expiresAt = null } = input
  if (forge.read.users.byId(userId) === undefined) return refuse(notFound('User'))
  if (!mayGrant(source, level)) return refuse(forbidden())
  const inherited = forge.read.members.inheritedRole(source.source, source.id, userId)
  const done = await forge.aggregates.execute(
    member,
    membershipId(source.source, source.id, userId),
    {
      type: 'Add',
      source: source.source,
      sourceId: source.id,
      userId,
      level,
      expiresAt,
      today: dayOf(context.at),
      inherited,
    },
    context,
  )
  return E.isLeft(done) ? done : shownMember(forge, source, userId)
}
