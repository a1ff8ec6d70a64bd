import { isAdmin, type Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { listUsers, readOwnAccount, readUser, USER_ORDERS, type UserRow } from '@forgefold/core/domains/identity/user'
import * as E from 'fp-ts/lib/Either.js'
import {
  answer,
  boolean,
  datetime,
  filter,
  integer,
  listedText,
  oneOf,
  optional,
  pageRequest,
  paging,
  type Route,
  required,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { addCustomAttributes, customAttributesFilter, withCustomAttributes } from '../../custom-attributes.js'
import { arrayOf } from '../../shape.js'
import { presentOwnProfile, presentProfile, presentUserCard, presentUserForAdmin } from './presenter.js'
import { userShape } from './shape.js'

const AREA = 'Users'

/** A single user as the caller may see it. */
const presentAlone = (forge: Forge, principal: Principal, user: UserRow): string =>
  isAdmin(principal)
    ? presentUserForAdmin(user, forge, principal)
    : JSON.stringify(presentProfile(user, forge, principal))

const current = route({
  method: 'GET',
  path: '/user',
  area: AREA,
  summary: 'Read the user who asks',
  caller: 'user',
  scopes: ['read_user'],
  params: {},
  success: { status: 200, schemaFor: userShape },
  handler: (context) => {
    const { forge, principal } = context
    const user = readOwnAccount(forge, context)
    if (E.isLeft(user)) return user
    const present = user.right.admin ? presentUserForAdmin : presentOwnProfile
    return answer({ status: 200, ready: present(user.right, forge, principal) })
  },
})

const list = route({
  method: 'GET',
  path: '/users',
  area: AREA,
  summary: 'List users',
  caller: 'anyone',
  scopes: ['read_user'],
  params: {
    username: optional(string(), 'Only the user of this name'),
    search: optional(filter(string()), 'A part of name, user name or public e-mail address'),
    active: withDefault(boolean(), false, 'Only active users'),
    blocked: withDefault(boolean(), false, 'Only blocked users'),
    external: optional(boolean(), 'Only external users'),
    exclude_external: withDefault(boolean(), false, 'No external users'),
    created_after: optional(datetime(), 'Registered at or after this moment'),
    created_before: optional(datetime(), 'Registered at or before this moment'),
    extern_uid: optional(string(), 'Only who this is at `provider`; for administrators'),
    provider: optional(string(), 'Who vouches for `extern_uid`; for administrators'),
    without_projects: withDefault(boolean(), false, 'Only users without projects'),
    exclude_internal: withDefault(boolean(), false, 'No users that belong to the system itself'),
    without_project_bots: withDefault(boolean(), false, 'No users that belong to project tokens'),
    admins: withDefault(boolean(), false, 'Only administrators; for administrators'),
    two_factor: optional(oneOf(['enabled', 'disabled']), 'By second factor; for administrators'),
    order_by: withDefault(oneOf(USER_ORDERS), 'id', 'What to sort by; for administrators'),
    sort: withDefault(oneOf(['asc', 'desc']), 'desc', 'Which way; for administrators'),
    with_custom_attributes: withCustomAttributes,
    custom_attributes: customAttributesFilter,
    ...paging,
  },
  success: { status: 200, schemaFor: arrayOf(userShape) },
  handler: (context, params) => {
    const { forge, principal } = context
    const page = pageRequest(params)
    const { provider = '', extern_uid: externUid = '' } = params
    const users = listUsers(forge, context, {
      page,
      filter: {
        username: params.username,
        search: params.search,
        active: params.active,
        blocked: params.blocked,
        external: params.external,
        identity: provider === '' || externUid === '' ? undefined : { provider, externUid },
        excludeExternal: params.exclude_external,
        withoutProjects: params.without_projects,
        customAttributes: params.custom_attributes,
        createdAfter: params.created_after,
        createdBefore: params.created_before,
        admins: params.admins,
        twoFactor: params.two_factor === undefined ? undefined : params.two_factor === 'enabled',
        orderBy: params.order_by,
        sort: params.sort,
      },
    })
    if (E.isLeft(users)) return users
    const { externalUrl } = forge.instance
    if (!isAdmin(principal))
      return listedText(users.right, page, (user) => JSON.stringify(presentUserCard(user, externalUrl)))
    return listedText(users.right, page, (user) => {
      const text = presentUserForAdmin(user, forge, principal)
      return params.with_custom_attributes ? addCustomAttributes(context, 'user', user.id, text) : text
    })
  },
})

const read = route({
  method: 'GET',
  path: '/users/:id',
  area: AREA,
  summary: 'Read a user',
  caller: 'anyone',
  scopes: ['read_user'],
  params: { id: required(integer(), 'The user'), with_custom_attributes: withCustomAttributes },
  success: { status: 200, schemaFor: userShape },
  handler: (context, params) => {
    const user = readUser(context.forge, context, params.id)
    if (E.isLeft(user)) return user
    const text = presentAlone(context.forge, context.principal, user.right)
    const ready = params.with_custom_attributes ? addCustomAttributes(context, 'user', user.right.id, text) : text
    return answer({ status: 200, ready })
  },
})

/** Reading users. */
export const userRoutes: ReadonlyArray<Route> = [current, list, read]
