import {
  getProtectedTag,
  listProtectedTags,
  type ProtectedTagRow,
  protectTag,
  unprotectTag,
} from '@forgefold/core/domains/projects/protected-tag'
import { integer, listOfObjects, oneOfIntegers, optional, type Route, respond, route } from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { accessOf } from './access-params.js'
import { presentProtectedTag } from './presenter.js'
import { protectedNames, protectionRoutes } from './protected-ref-routes.js'
import { protectedTagShape } from './shape.js'

const names = protectedNames('tag')

/** No one, developers, maintainers. */
const LEVELS = [0, 30, 40]

const { list, one, remove } = protectionRoutes({
  names,
  shape: protectedTagShape,
  present: presentProtectedTag,
  filters: {},
  isWanted: () => true,
  list: listProtectedTags,
  get: getProtectedTag,
  lift: unprotectTag,
})

const create = route({
  method: 'POST',
  path: names.path,
  area: names.area,
  summary: 'Protect a tag',
  caller: 'user',
  params: {
    id: projectId,
    name: names.name,
    create_access_level: optional(oneOfIntegers(LEVELS), 'The role that may create it; 0: no one'),
    allowed_to_create: optional(
      listOfObjects({
        user_id: optional(integer(), 'One user'),
        group_id: optional(integer(), 'The members of one group'),
        access_level: optional(oneOfIntegers(LEVELS), 'A role and above'),
      }),
      'Who may make it, besides',
      { tier: 'premium' },
    ),
  },
  success: { status: 201, description: 'The protected tag', schemaFor: protectedTagShape },
  handler: async (context, params) => {
    const wanted = {
      project: params.id,
      name: params.name,
      create: accessOf(params.create_access_level, params.allowed_to_create),
    }
    const made = await protectTag(context.forge, callerOf(context), wanted)
    return respond((row: ProtectedTagRow) => presentProtectedTag(context.forge, context.principal, row), 201)(made)
  },
})

/** Protected tags of a project. */
export const protectedTagRoutes: ReadonlyArray<Route> = [list, one, create, remove]
