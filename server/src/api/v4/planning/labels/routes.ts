import {
  changeLabel,
  createLabel,
  deleteLabel,
  getLabel,
  listLabels,
  promoteLabel,
  setLabelSubscription,
} from '@forgefold/core/domains/planning/label'
import type { ResourceParentKind } from '@forgefold/core/domains/projects/resource-parent'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  filter,
  listedAsync,
  optional,
  pageRequest,
  paging,
  type Route,
  required,
  respondNoContent,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { subscriptionRoutes } from '../../issuable/subscription-routes.js'
import { callerOf, groupId, projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { answerOne, area, CHANGES, details, name, refIn, userIdOf } from './fields.js'
import { namedRoutesOf } from './named-routes.js'
import { presentLabel } from './presenter.js'
import { labelShape } from './shape.js'

/** Labels of projects or of groups. */
const routesOf = (kind: ResourceParentKind): ReadonlyArray<Route> => {
  const PATH = `/${kind}s/:id/labels`
  const ONE = `${PATH}/:name`
  const id = kind === 'project' ? projectId : groupId
  const refOf = refIn(kind)

  const list = route({
    method: 'GET',
    path: PATH,
    area,
    summary: `List the labels of a ${kind}`,
    caller: 'user',
    params: {
      id,
      with_counts: withDefault(boolean(), false, 'With how often each is in use'),
      include_ancestor_groups: withDefault(boolean(), kind === 'project', 'Those of the groups above too'),
      search: optional(filter(string()), 'A part of the title or description'),
      ...paging,
    },
    success: { status: 200, description: 'The labels', schemaFor: arrayOf(labelShape) },
    handler: async (context, params) => {
      const { forge } = context
      const page = pageRequest(params)
      const input = {
        place: { kind, ref: params.id },
        includeAncestors: params.include_ancestor_groups,
        search: params.search,
        page,
      }
      const done = listLabels(forge, context, input)
      if (E.isLeft(done)) return done
      const { place, found } = done.right
      const view = { place, userId: userIdOf(context), counts: params.with_counts }
      return listedAsync(found, page, (row) => presentLabel(forge, row, view))
    },
  })

  const one = route({
    method: 'GET',
    path: ONE,
    area,
    summary: `Read one label of a ${kind}`,
    caller: 'user',
    params: { id, name },
    success: { status: 200, description: 'The label', schemaFor: labelShape },
    handler: async (context, params) => answerOne(context, getLabel(context.forge, context, refOf(params))),
  })

  const create = route({
    method: 'POST',
    path: PATH,
    area,
    summary: `Make a label in a ${kind}`,
    caller: 'user',
    params: {
      id,
      name: required(string(), 'The title'),
      color: required(string(), 'Hexadecimal with a # before it, or the CSS name'),
      ...details,
    },
    success: { status: 201, description: 'The label', schemaFor: labelShape },
    handler: async (context, params) => {
      const { description = null, priority = null, color, name: title } = params
      const input = { place: { kind, ref: params.id }, title, color, description, priority }
      const made = await createLabel(context.forge, callerOf(context), input)
      return answerOne(context, made, 201)
    },
  })

  const update = route({
    method: 'PUT',
    path: ONE,
    area,
    summary: `Change a label of a ${kind}`,
    caller: 'user',
    params: {
      id,
      name,
      new_name: optional(string(), 'The new title'),
      color: optional(string(), 'Hexadecimal with a # before it, or the CSS name'),
      ...details,
    },
    atLeastOne: CHANGES,
    success: { status: 200, description: 'The label', schemaFor: labelShape },
    handler: async (context, params) => {
      const { new_name: title, color, description, priority } = params
      const input = { label: refOf(params), title, color, description, priority }
      return answerOne(context, await changeLabel(context.forge, callerOf(context), input))
    },
  })

  const remove = route({
    method: 'DELETE',
    path: ONE,
    area,
    summary: `Delete a label of a ${kind}`,
    caller: 'user',
    params: { id, name },
    success: { status: 204, description: 'Gone' },
    handler: async (context, params) =>
      respondNoContent(await deleteLabel(context.forge, callerOf(context), refOf(params))),
  })

  const subscriptions = subscriptionRoutes({
    base: ONE,
    area,
    what: `a label of a ${kind}`,
    params: { id, name },
    success: { description: 'The label', schemaFor: labelShape },
    setSubscription: async (context, params, wanted) =>
      answerOne(
        context,
        await setLabelSubscription(context.forge, callerOf(context), { label: refOf(params), wanted }),
        201,
      ),
  })

  const { changeNamed, removeNamed } = namedRoutesOf(kind)
  return [list, one, create, update, changeNamed, remove, removeNamed, ...subscriptions]
}

const promote = route({
  method: 'PUT',
  path: '/projects/:id/labels/:name/promote',
  area,
  summary: 'Make a label of a project one of its group',
  caller: 'user',
  params: { id: projectId, name },
  success: { status: 200, description: 'The label of the group', schemaFor: labelShape },
  handler: async (context, params) =>
    answerOne(context, await promoteLabel(context.forge, callerOf(context), refIn('project')(params))),
})

/** Labels of projects and groups (docs/reference/behaviour/planning.md#labels). */
export const labelRoutes: ReadonlyArray<Route> = [...routesOf('project'), promote, ...routesOf('group')]
