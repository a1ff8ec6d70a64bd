import * as E from 'fp-ts/lib/Either.js'
import { administrator, signedIn, visibilityScopeOf } from '../../../access/index.js'
import type { Query } from '../../../app/forge.js'
import { forbidden, notFound, refuse } from '../../../kernel/index.js'
import type { InstanceCounts, UserAssociations } from './queries.js'

/** The counts of the instance, for administrators. Rejections: `Unauthenticated`; `Forbidden`. */
export const readStatistics: Query<void, InstanceCounts> = (forge, { principal }) => {
  const admin = administrator(principal)
  return E.isLeft(admin) ? admin : E.right(forge.read.usage.ofInstance())
}

/** The counts of a user, for themselves and for administrators. Rejections: `Unauthenticated`; `Forbidden`; `NotFound` (User). */
export const countAssociations: Query<number, UserAssociations> = (forge, { principal }, userId) => {
  const known = signedIn(principal)
  if (E.isLeft(known)) return known
  if (forge.read.users.byId(userId) === undefined) return refuse(notFound('User'))
  if (!known.right.admin && known.right.userId !== userId) return refuse(forbidden())
  return E.right(forge.read.usage.ofUser(userId))
}

/** The counts of what awaits a user. */
export interface OwnCounts {
  readonly assignedIssues: number
  readonly assignedMergeRequests: number
  readonly reviewRequests: number
  readonly todos: number
}

const FEW = { page: 1, perPage: 1 }

/** What awaits the caller. Rejections: `Unauthenticated`. */
export const countOwn: Query<void, OwnCounts> = (forge, { principal }) => {
  const known = signedIn(principal)
  if (E.isLeft(known)) return known
  const { userId } = known.right
  const { issues, mergeRequests, todos } = forge.read
  const visibleTo = visibilityScopeOf(principal)
  const open = { visibleTo, nonArchived: true, orderBy: 'created_at', sort: 'desc' } as const
  const requests = (filter: object): number =>
    mergeRequests.list({ ...open, status: 'opened', ...filter }, FEW).total ?? 0
  return E.right({
    assignedIssues: issues.list({ ...open, state: 'opened', assignees: [userId] }, FEW).total ?? 0,
    assignedMergeRequests: requests({ assignees: [userId] }),
    reviewRequests: requests({ reviewers: [userId] }),
    todos: todos.list({ userId, visibleTo, state: 'pending' }, FEW).total ?? 0,
  })
}
