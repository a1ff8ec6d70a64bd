import {
  addMember,
  addMembers,
  changeMember,
  getMember,
  importMembers,
  listMembers,
  type MemberRow,
  type MemberSource,
} from '@forgefold/core/domains/projects/member'
import { badParameters } from '@forgefold/core/kernel'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  created,
  date,
  filter,
  integer,
  listed,
  listOf,
  nullable,
  optional,
  pageRequest,
  paging,
  type Route,
  reject,
  required,
  respond,
  route,
  string,
} from '../../../../http/index.js'
import { userSummary } from '../../identity/users/presenter.js'
import { userCardShape } from '../../identity/users/shape.js'
import { callerOf } from '../../path-ids.js'
import { arrayOf, either, record, text } from '../../shape.js'
import { addedMembersShape, memberShape } from '../groups/shape.js'
import { presentMember, sentenceOf } from './presenter.js'

const AREA = 'Members'

const id = required(string(), 'Id or full path')

const userId = required(integer(), 'The user')

const expiresAt = optional(nullable(date()), 'The day on which the membership ends')

const level = required(integer({ enum: [5, 10, 20, 30, 40, 50] }), 'The role')

const lists = (source: MemberSource, inherited: boolean): Route =>
  route({
    method: 'GET',
    path: `/${source}s/:id/members${inherited ? '/all' : ''}`,
    area: AREA,
    summary: inherited ? `List members of a ${source} with inherited ones` : `List the direct members of a ${source}`,
    caller: 'user',
    params: {
      id,
      query: optional(filter(string()), 'A part of name or user name'),
      user_ids: optional(listOf(integer()), 'Only these users'),
      ...paging,
    },
    success: { status: 200, schemaFor: arrayOf(memberShape) },
    handler: ({ forge, principal }, params) => {
      const page = pageRequest(params)
      const { id: ref, query, user_ids: userIds } = params
      const found = listMembers(forge, { principal }, { source, ref, inherited, query, userIds, page })
      return E.isLeft(found) ? found : listed(found.right, page, (row) => presentMember(forge, row))
    },
  })

const people = route({
  method: 'GET',
  path: '/projects/:id/users',
  area: AREA,
  summary: 'List the people of a project: its members, inherited ones too',
  caller: 'user',
  params: {
    id,
    search: optional(filter(string()), 'A part of name or user name'),
    skip_users: optional(listOf(integer()), 'Without these users'),
    ...paging,
  },
  success: { status: 200, description: 'The users', schemaFor: arrayOf(userCardShape) },
  handler: ({ forge, principal }, params) => {
    const page = pageRequest(params)
    const { id: ref, search: query, skip_users: skip } = params
    const found = listMembers(forge, { principal }, { source: 'project', ref, inherited: true, query, skip, page })
    return E.isLeft(found) ? found : listed(found.right, page, ({ userId }) => userSummary(forge, userId))
  },
})

const reads = (source: MemberSource, inherited: boolean): Route =>
  route({
    method: 'GET',
    path: `/${source}s/:id/members/${inherited ? 'all/' : ''}:user_id`,
    area: AREA,
    summary: inherited ? `Read a member of a ${source}, inherited or not` : `Read a direct member of a ${source}`,
    caller: 'user',
    params: { id, user_id: userId },
    success: { status: 200, schemaFor: memberShape },
    handler: ({ forge, principal }, params) =>
      respond((row: MemberRow) => presentMember(forge, row))(
        getMember(forge, { principal }, { source, ref: params.id, userId: params.user_id, inherited }),
      ),
  })

const IDS = /^\s*\d+\s*(,\s*\d+\s*)*$/

/** More ids than may be added at once; the rest is not looked at. */
const MOST_READ = 1000

const adds = (source: MemberSource): Route =>
  route({
    method: 'POST',
    path: `/${source}s/:id/members`,
    area: AREA,
    summary: `Add a member to a ${source}`,
    caller: 'user',
    params: {
      id,
      access_level: level,
      user_id: required(string(), 'The user, or several by commas'),
      expires_at: expiresAt,
      invite_source: optional(string(), 'Where the invitation came from'),
    },
    success: { status: 201, schemaFor: either(memberShape, addedMembersShape) },
    handler: async (context, params) => {
      const { forge } = context
      if (!IDS.test(params.user_id)) return reject(badParameters('user_id is invalid'))
      const userIds = params.user_id.split(',', MOST_READ).map(Number)
      const wanted = { source, ref: params.id, level: params.access_level }
      const expiresAt = params.expires_at ?? null
      const [first] = userIds
      if (userIds.length === 1 && first !== undefined)
        return respond(
          (row: MemberRow) => presentMember(forge, row),
          201,
        )(await addMember(forge, callerOf(context), { ...wanted, userId: first, expiresAt }))
      const added = await addMembers(forge, callerOf(context), { ...wanted, userIds, expiresAt })
      if (E.isLeft(added)) return added
      if (added.right.size === 0) return created({ status: 'success' })
      const message = Object.fromEntries([...added.right].map(([who, why]) => [who, sentenceOf(why)]))
      return created({ status: 'error', message })
    },
  })

const changes = (source: MemberSource): Route =>
  route({
    method: 'PUT',
    path: `/${source}s/:id/members/:user_id`,
    area: AREA,
    summary: `Change a direct member of a ${source}`,
    caller: 'user',
    params: { id, user_id: userId, access_level: level, expires_at: expiresAt },
    success: { status: 200, schemaFor: memberShape },
    handler: async ({ forge, principal, command }, params) =>
      respond((row: MemberRow) => presentMember(forge, row))(
        await changeMember(
          forge,
          { principal, context: command() },
          { source, ref: params.id, userId: params.user_id, level: params.access_level, expiresAt: params.expires_at },
        ),
      ),
  })

const imports = route({
  method: 'POST',
  path: '/projects/:id/import_project_members/:project_id',
  area: AREA,
  summary: 'Give a project the direct members of another',
  caller: 'user',
  ...lifespanOf('projects.import_members'),
  params: { id, project_id: required(string(), 'The project they are members of') },
  success: { status: 201, description: 'They are members', schemaFor: record('ImportedMembers', { status: text }) },
  handler: async ({ forge, principal, command }, { id: project, project_id: from }) =>
    respond(
      () => ({ status: 'success' }),
      201,
    )(await importMembers(forge, { principal, context: command() }, { project, from })),
})

const of = (source: MemberSource): ReadonlyArray<Route> => [
  lists(source, false),
  lists(source, true),
  reads(source, false),
  reads(source, true),
  adds(source),
  changes(source),
]

/** Members of groups and projects; the route that removes them is in `review`, which also removes their assignments. */
export const memberRoutes: ReadonlyArray<Route> = [...of('group'), ...of('project'), people, imports]
