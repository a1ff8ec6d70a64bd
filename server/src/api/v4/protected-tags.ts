import {
  getProtectedTag,
  listProtectedTags,
  type ProtectedTagRow,
  protectTag,
  unprotectTag,
} from '@forgefold/core/domains/protected-tag'
import * as E from 'fp-ts/lib/Either.js'
import {
  ifUnmodifiedSince,
  listed,
  oneOfIntegers,
  pageOf,
  pageRequest,
  paging,
  type Route,
  required,
  respond,
  respondNoContent,
  route,
  string,
  withDefault,
} from '../../http/index.js'
import { presentProtectedTag } from '../../presenters/protected-tag.js'
import { arrayOf, protectedTagShape } from '../../shapes/index.js'
import { callerOf, projectId } from './shared-params.js'

const area = 'Protected tags'
const PATH = '/projects/:id/protected_tags'
const ONE = `${PATH}/:name`
const name = required(string(), 'The name of the tag, or a name with stars')

/** Nobody, developers, maintainers. */
const LEVELS = [0, 30, 40]

const list = route({
  method: 'GET',
  path: PATH,
  area,
  summary: 'List the protected tags of a project',
  door: 'user',
  params: { id: projectId, ...paging },
  success: { status: 200, description: 'The protected tags', schemaFor: arrayOf(protectedTagShape) },
  handler: async ({ forge, principal }, params) => {
    const all = await listProtectedTags(principal, params.id)(forge)()
    if (E.isLeft(all)) return all
    const page = pageRequest(params)
    return listed(pageOf(all.right, page), page, (row) => presentProtectedTag(forge, row))
  },
})

const one = route({
  method: 'GET',
  path: ONE,
  area,
  summary: 'Read one protected tag',
  door: 'user',
  params: { id: projectId, name },
  success: { status: 200, description: 'The protected tag', schemaFor: protectedTagShape },
  handler: async ({ forge, principal }, params) =>
    respond((row: ProtectedTagRow) => presentProtectedTag(forge, row))(
      await getProtectedTag(principal, params.id, params.name)(forge)(),
    ),
})

const create = route({
  method: 'POST',
  path: PATH,
  area,
  summary: 'Protect a tag',
  door: 'user',
  params: {
    id: projectId,
    name,
    create_access_level: withDefault(oneOfIntegers(LEVELS), 40, 'The role that may make it; 0: nobody'),
  },
  success: { status: 201, description: 'The protected tag', schemaFor: protectedTagShape },
  handler: async (context, params) => {
    const wanted = {
      name: params.name,
      create: [{ level: params.create_access_level, userId: null, groupId: null }],
    }
    const made = await protectTag(callerOf(context), params.id, wanted)(context.forge)()
    return respond((row: ProtectedTagRow) => presentProtectedTag(context.forge, row), 201)(made)
  },
})

const remove = route({
  method: 'DELETE',
  path: ONE,
  area,
  summary: 'Take the protection of a tag away',
  door: 'user',
  params: { id: projectId, name },
  success: { status: 204, description: 'Gone' },
  handler: async (context, params) => {
    const since = ifUnmodifiedSince(context.request)
    return respondNoContent(await unprotectTag(callerOf(context), params.id, params.name, since)(context.forge)())
  },
})

/** Protected tags of a project. */
export const protectedTagRoutes: ReadonlyArray<Route> = [list, one, create, remove]
