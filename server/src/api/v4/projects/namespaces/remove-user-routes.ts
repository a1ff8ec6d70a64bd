import { removeUser } from '@forgefold/core/domains/projects/namespace'
import { boolean, integer, type Route, required, respondNoContent, route, withDefault } from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'

/** Erases a user together with what is in their namespace. */
export const removeUserRoutes: ReadonlyArray<Route> = [
  route({
    method: 'DELETE',
    path: '/users/:id',
    area: 'Users',
    summary: 'Erase a user with their personal projects; what they contributed stays, shown as by a ghost',
    door: 'admin',
    params: {
      id: required(integer(), 'The user'),
      hard_delete: withDefault(boolean(), false, 'Also delete groups that nobody else owns'),
    },
    success: { status: 204 },
    handler: async (context, { id, hard_delete }) =>
      respondNoContent(await removeUser(context.forge, callerOf(context), { userId: id, withGroups: hard_delete })),
  }),
]
