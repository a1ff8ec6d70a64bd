import * as E from 'fp-ts/lib/Either.js'
import { type AccessLevel, administrator } from '../../../../access/index.js'
import type { Query } from '../../../../app/forge.js'
import { notFound, refuse } from '../../../../kernel/index.js'
import type { MemberSource } from '../events.js'

/** A direct membership, with the name of its group or project. */
export interface NamedMembership {
  readonly source: MemberSource
  readonly sourceId: number
  readonly name: string
  readonly level: AccessLevel
}

/** Whose memberships, and of what; undefined: of groups and of projects. */
export interface ListMemberships {
  readonly userId: number
  readonly source: MemberSource | undefined
}

/** The direct memberships of a user, for administrators. Rejections: `Unauthenticated`; `Forbidden`; `NotFound` (User). */
export const listMemberships: Query<ListMemberships, ReadonlyArray<NamedMembership>> = (
  forge,
  { principal },
  { userId, source: wanted },
) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  const { users, groups, projects, members } = forge.read
  if (users.byId(userId) === undefined) return refuse(notFound('User'))
  const named = members.ofUser(userId).flatMap(({ source, sourceId, level }) => {
    const place = source === 'group' ? groups.byId(sourceId) : projects.byId(sourceId)
    const isWanted = wanted === undefined || wanted === source
    return place === undefined || !isWanted ? [] : [{ source, sourceId, name: place.name, level }]
  })
  return E.right(named)
}
