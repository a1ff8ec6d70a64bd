import { removeUser } from '@forgefold/core/domains/projects/member'
import {
  checkNamespacePath,
  getNamespace,
  listNamespaces,
  type NamespacePath,
  type NamespaceRow,
} from '@forgefold/core/domains/projects/namespace'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  filter,
  integer,
  listed,
  optional,
  pageRequest,
  paging,
  type Route,
  required,
  respond,
  respondNoContent,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { presentListedNamespace } from './presenter.js'
import { listedNamespaceShape, namespaceExistsShape } from './shape.js'

const AREA = 'Namespaces'

/** The caller's personal namespace and the groups in which they have a role. */
export const namespaceRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: '/namespaces',
    area: AREA,
    summary: "List the caller's namespaces, or all for administrators",
    caller: 'user',
    params: {
      search: optional(filter(string()), 'A part of name or path'),
      owned_only: withDefault(boolean(), false, 'Only own ones'),
      top_level_only: withDefault(boolean(), false, 'Only those at the top'),
      ...paging,
    },
    success: { status: 200, schemaFor: arrayOf(listedNamespaceShape) },
    handler: ({ forge, principal }, params) => {
      const page = pageRequest(params)
      const { search, owned_only: ownedOnly, top_level_only: topLevelOnly } = params
      const found = listNamespaces(forge, { principal }, { search, ownedOnly, topLevelOnly, page })
      return E.isLeft(found) ? found : listed(found.right, page, (row) => presentListedNamespace(row, forge, principal))
    },
  }),
  route({
    method: 'GET',
    path: '/namespaces/:id',
    area: AREA,
    summary: 'Read a namespace',
    caller: 'user',
    params: { id: required(string(), 'Id or full path') },
    success: { status: 200, schemaFor: listedNamespaceShape },
    handler: ({ forge, principal }, { id }) =>
      respond((row: NamespaceRow) => presentListedNamespace(row, forge, principal))(
        getNamespace(forge, { principal }, id),
      ),
  }),
  route({
    method: 'GET',
    path: '/namespaces/:id/exists',
    area: AREA,
    summary: 'Ask whether a path is taken',
    caller: 'user',
    params: { id: required(string(), 'The path'), parent_id: optional(integer(), 'Below this group') },
    success: { status: 200, schemaFor: namespaceExistsShape },
    handler: ({ forge, principal }, { id: path, parent_id: parentId }) =>
      respond(({ taken, free }: NamespacePath) => ({ exists: taken, suggests: taken ? [free] : [] }))(
        checkNamespacePath(forge, { principal }, { path, parentId }),
      ),
  }),
]

/** Erases a user with the contents of their personal namespace. */
export const removeUserRoutes: ReadonlyArray<Route> = [
  route({
    method: 'DELETE',
    path: '/users/:id',
    area: 'Users',
    summary: 'Erase a user with their personal projects; what they contributed stays, shown as by a ghost',
    caller: 'admin',
    params: {
      id: required(integer(), 'The user'),
      hard_delete: withDefault(boolean(), false, 'Also delete groups of which the user is the only owner'),
    },
    success: { status: 204 },
    handler: async (context, { id, hard_delete }) =>
      respondNoContent(await removeUser(context.forge, callerOf(context), { userId: id, withGroups: hard_delete })),
  }),
]
