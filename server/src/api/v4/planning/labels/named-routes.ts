import { changeLabel, deleteLabel } from '@forgefold/core/domains/planning/label'
import type { ResourceParentKind } from '@forgefold/core/domains/projects/resource-parent'
import { optional, type Route, respondNoContent, route, string } from '../../../../http/index.js'
import { callerOf, groupId, projectId } from '../../path-ids.js'
import { answerOne, area, byNameOrNumber, CHANGES, details, refIn } from './fields.js'
import { labelShape } from './shape.js'

/** Older routes, which name a label in a parameter instead of the path. */
export const namedRoutesOf = (
  kind: ResourceParentKind,
): { readonly changeNamed: Route; readonly removeNamed: Route } => {
  const PATH = `/${kind}s/:id/labels`
  const id = kind === 'project' ? projectId : groupId
  const refOf = refIn(kind)

  const changeNamed = route({
    method: 'PUT',
    path: PATH,
    area,
    summary: `Change a label of a ${kind} that the body names; name it in the path instead`,
    caller: 'user',
    params: {
      id,
      ...byNameOrNumber,
      new_name: optional(string(), 'The new title'),
      color: optional(string(), 'Hexadecimal with a # before it, or the CSS name'),
      ...details,
    },
    exactlyOne: ['label_id', 'name'],
    atLeastOne: CHANGES,
    success: { status: 200, description: 'The label', schemaFor: labelShape },
    handler: async (context, params) => {
      const { new_name: title, color, description, priority } = params
      const label = refOf({ id: params.id, name: params.name ?? String(params.label_id) })
      const input = { label, title, color, description, priority }
      return answerOne(context, await changeLabel(context.forge, callerOf(context), input))
    },
  })

  const removeNamed = route({
    method: 'DELETE',
    path: PATH,
    area,
    summary: `Delete a label of a ${kind} that a parameter names; name it in the path instead`,
    caller: 'user',
    params: { id, ...byNameOrNumber },
    exactlyOne: ['label_id', 'name'],
    success: { status: 204, description: 'Gone' },
    handler: async (context, params) => {
      const label = refOf({ id: params.id, name: params.name ?? String(params.label_id) })
      return respondNoContent(await deleteLabel(context.forge, callerOf(context), label))
    },
  })

  return { changeNamed, removeNamed }
}
