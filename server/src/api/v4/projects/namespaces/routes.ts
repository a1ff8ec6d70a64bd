import { canInGroup, isAdmin, type Principal, viewerOf } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import type { NamespaceRow } from '@forgefold/core/domains/projects/namespace'
import { notFound } from '@forgefold/core/kernel'
import {
  boolean,
  integer,
  listed,
  ok,
  optional,
  pageRequest,
  paging,
  type Route,
  reject,
  required,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { arrayOf } from '../../shape.js'
import { presentNamespace } from './presenter.js'
import { namespaceExistsShape, namespaceShape } from './shape.js'

const AREA = 'Namespaces'

const find = (forge: Forge, principal: Principal, ref: string): NamespaceRow | undefined => {
  const row = /^\d+$/.test(ref) ? forge.read.namespaces.byId(Number(ref)) : forge.read.namespaces.byFullPath(ref)
  if (row === undefined || principal.kind !== 'user') return undefined
  if (isAdmin(principal) || row.ownerId === principal.userId) return row
  const group = forge.read.groups.byId(row.id)
  const viewer = viewerOf(principal, forge.read.groups.level(principal.userId, row.id))
  return group !== undefined && canInGroup('create_projects', viewer, group) ? row : undefined
}

/** The first free name that begins like this one. */
const suggestion = (forge: Forge, prefix: string, name: string): string => {
  for (let count = 1; ; count++)
    if (forge.read.namespaces.byFullPath(`${prefix}${name}${count}`) === undefined) return `${name}${count}`
}

/** Where the caller may make projects. */
export const namespaceRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: '/namespaces',
    area: AREA,
    summary: "List the caller's namespaces, or all for administrators",
    door: 'user',
    params: {
      search: optional(string(), 'A part of name or path'),
      owned_only: withDefault(boolean(), false, 'Only own ones'),
      top_level_only: withDefault(boolean(), false, 'Only those at the top'),
      ...paging,
    },
    success: { status: 200, schemaFor: arrayOf(namespaceShape) },
    handler: ({ forge, principal }, params) => {
      const own = principal.kind === 'user' && (!principal.admin || params.owned_only)
      const request = pageRequest(params)
      const page = forge.read.namespaces.list(
        {
          userId: own ? principal.userId : undefined,
          search: params.search,
          ownedOnly: params.owned_only,
          topLevelOnly: params.top_level_only,
        },
        request,
      )
      return listed(page, request, (row) => presentNamespace(row, forge.instance.externalUrl))
    },
  }),
  route({
    method: 'GET',
    path: '/namespaces/:id',
    area: AREA,
    summary: 'Read a namespace',
    door: 'user',
    params: { id: required(string(), 'Id or full path') },
    success: { status: 200, schemaFor: namespaceShape },
    handler: ({ forge, principal }, { id }) => {
      const row = find(forge, principal, id)
      return row === undefined ? reject(notFound('Namespace')) : ok(presentNamespace(row, forge.instance.externalUrl))
    },
  }),
  route({
    method: 'GET',
    path: '/namespaces/:id/exists',
    area: AREA,
    summary: 'Ask whether a path is taken',
    door: 'user',
    params: { id: required(string(), 'The path'), parent_id: optional(integer(), 'Below this group') },
    success: { status: 200, schemaFor: namespaceExistsShape },
    handler: ({ forge }, { id, parent_id }) => {
      const parent = parent_id === undefined ? undefined : forge.read.namespaces.byId(parent_id)
      const prefix = parent === undefined ? '' : `${parent.fullPath}/`
      const exists = forge.read.namespaces.byFullPath(prefix + id) !== undefined
      return ok({ exists, suggests: exists ? [suggestion(forge, prefix, id)] : [] })
    },
  }),
]
