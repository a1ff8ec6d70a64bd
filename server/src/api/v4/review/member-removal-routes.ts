import { type MemberSource, removeMember } from '@forgefold/core/domains/projects/member'
import { removeMemberAndAssignments } from '@forgefold/core/domains/review/merge-request'
import {
  boolean,
  integer,
  type Route,
  required,
  respondNoContent,
  route,
  string,
  withDefault,
} from '../../../http/index.js'
import { callerOf } from '../path-ids.js'

const removalFrom = (source: MemberSource): Route =>
  route({
    method: 'DELETE',
    path: `/${source}s/:id/members/:user_id`,
    area: 'Members',
    summary: `Remove a direct member of a ${source}; every member may leave`,
    caller: 'user',
    params: {
      id: required(string(), 'Id or full path'),
      user_id: required(integer(), 'The user'),
      skip_subresources: withDefault(boolean(), false, 'Leave the memberships below as they are'),
      unassign_issuables: withDefault(boolean(), false, 'Also take assignments to issues and merge requests away'),
    },
    success: { status: 204 },
    handler: async (context, params) => {
      const remove = params.unassign_issuables ? removeMemberAndAssignments : removeMember
      const { id: ref, user_id: userId, skip_subresources: skipSubresources } = params
      return respondNoContent(await remove(context.forge, callerOf(context), { source, ref, userId, skipSubresources }))
    },
  })

/** Routes that remove members, and unassign them from issues and merge requests. */
export const memberRemovalRoutes: ReadonlyArray<Route> = [removalFrom('group'), removalFrom('project')]
