import { isAdmin, type Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { hidesProfiles, USER_ORDERS, type UserRow } from '@forgefold/core/domains/identity/user'
import { forbidden, notFound, unauthenticated } from '@forgefold/core/kernel'
import {
  answer,
  boolean,
  datetime,
  integer,
  listedText,
  oneOf,
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
import { presentOwnProfile, presentProfile, presentUserCard, presentUserForAdmin } from './presenter.js'
import { userShape } from './shape.js'

const AREA = 'Users'

/** How a user looks to somebody who reads them alone. */
const presentAlone = (forge: Forge, principal: Principal, user: UserRow): string =>
  isAdmin(principal)
    ? presentUserForAdmin(user, forge)
    : JSON.stringify(presentProfile(user, forge.instance.externalUrl))

const current = route({
  method: 'GET',
  path: '/user',
  area: AREA,
  summary: 'Read the user who asks',
  door: 'user',
  scopes: ['read_user'],
  params: {},
  success: { status: 200, schemaFor: userShape },
  handler: ({ forge, principal }) => {
    const user = principal.kind === 'user' ? forge.read.users.byId(principal.userId) : undefined
    if (user === undefined) return reject(unauthenticated)
    const ready = user.admin ? presentUserForAdmin(user, forge) : presentOwnProfile(user, forge)
    return answer({ status: 200, ready })
  },
})

const list = route({
  method: 'GET',
  path: '/users',
  area: AREA,
  summary: 'List users',
  door: 'anyone',
  scopes: ['read_user'],
  params: {
    username: optional(string(), 'Only the user of this name'),
    search: optional(string(), 'A part of name, user name or public e-mail address'),
    active: withDefault(boolean(), false, 'Only active users'),
    blocked: withDefault(boolean(), false, 'Only blocked users'),
    external: optional(boolean(), 'Only external users'),
    exclude_external: withDefault(boolean(), false, 'No external users'),
    created_after: optional(datetime(), 'Registered at or after this moment'),
    created_before: optional(datetime(), 'Registered at or before this moment'),
    without_projects: withDefault(boolean(), false, 'Only users without projects'),
    exclude_internal: withDefault(boolean(), false, 'No users that belong to the system itself'),
    without_project_bots: withDefault(boolean(), false, 'No users that belong to project tokens'),
    admins: withDefault(boolean(), false, 'Only administrators; for administrators'),
    two_factor: optional(oneOf(['enabled', 'disabled']), 'By second factor; for administrators'),
    order_by: withDefault(oneOf(USER_ORDERS), 'id', 'What to sort by; for administrators'),
    sort: withDefault(oneOf(['asc', 'desc']), 'desc', 'Which way; for administrators'),
    ...paging,
  },
  success: { status: 200, schemaFor: arrayOf(userShape) },
  handler: ({ forge, principal }, params) => {
    const admin = isAdmin(principal)
    const known = principal.kind === 'user'
    const refused = !known && (params.username === undefined || hidesProfiles(forge.settings.current()))
    if (refused || (!admin && params.external === true))
      return reject(forbidden('Not authorized to access /api/v4/users'))
    const request = pageRequest(params)
    const page = forge.read.users.list(
      {
        username: params.username,
        search: params.search,
        searchesPrivateEmail: admin,
        active: params.active,
        blocked: params.blocked,
        external: params.external,
        excludeExternal: params.exclude_external,
        withoutProjects: params.without_projects,
        createdAfter: admin ? params.created_after : undefined,
        createdBefore: admin ? params.created_before : undefined,
        admins: admin && params.admins,
        twoFactor: admin && params.two_factor !== undefined ? params.two_factor === 'enabled' : undefined,
        orderBy: admin ? params.order_by : 'id',
        sort: admin ? params.sort : 'desc',
      },
      request,
    )
    const { externalUrl } = forge.instance
    return listedText(page, request, (user) =>
      admin ? presentUserForAdmin(user, forge) : JSON.stringify(presentUserCard(user, externalUrl)),
    )
  },
})

const read = route({
  method: 'GET',
  path: '/users/:id',
  area: AREA,
  summary: 'Read a user',
  door: 'anyone',
  scopes: ['read_user'],
  params: { id: required(integer(), 'The user') },
  success: { status: 200, schemaFor: userShape },
  handler: ({ forge, principal }, { id }) => {
    const hidden = principal.kind !== 'user' && hidesProfiles(forge.settings.current())
    const user = hidden ? undefined : forge.read.users.byId(id)
    return user === undefined
      ? reject(notFound('User'))
      : answer({ status: 200, ready: presentAlone(forge, principal, user) })
  },
})

/** Reading users. */
export const userRoutes: ReadonlyArray<Route> = [current, list, read]
