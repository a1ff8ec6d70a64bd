import {
  getResourceEvent,
  listResourceEvents,
  RESOURCE_EVENT_KINDS,
  type ResourceEventKind,
  type ResourceEventRow,
  relatedMergeRequestIds,
} from '@forgefold/core/domains/conversation/activity'
import type { IssuableType } from '@forgefold/core/domains/issuable'
import * as E from 'fp-ts/lib/Either.js'
import { integer, listedAsync, ok, pageRequest, paging, type Route, required, route } from '../../../../http/index.js'
import { projectId } from '../../path-ids.js'
import { mergeRequestsOfIssue } from '../../review/merge-requests/of-issues.js'
import { arrayOf } from '../../shape.js'
import { presentResourceEvent } from './presenter.js'
import { resourceEventShapes } from './shape.js'

const KINDS: Readonly<Record<ResourceEventKind, string>> = {
  label: 'labels',
  milestone: 'milestone',
  state: 'state',
  weight: 'weight',
}

/** Routes of resource events of one kind of issuable. */
const routesOf = (type: IssuableType, place: string, what: string, kind: ResourceEventKind): ReadonlyArray<Route> => {
  const path = `/projects/:id/${place}/:eventable_iid/resource_${kind}_events`
  const thing = { id: projectId, eventable_iid: required(integer(), `The number of the ${what} in its project`) }
  const shared = {
    method: 'GET',
    area: 'Resource events',
    caller: 'user',
    ...(kind === 'weight' ? { tier: 'premium' as const } : {}),
  } as const
  const refOf = (params: { readonly id: string; readonly eventable_iid: number }) => ({
    type,
    project: params.id,
    iid: params.eventable_iid,
  })
  return [
    route({
      ...shared,
      path,
      summary: `List the changes of the ${KINDS[kind]} of one ${what}`,
      params: { ...thing, ...paging },
      success: { status: 200, description: 'The changes', schemaFor: arrayOf(resourceEventShapes[kind]) },
      handler: ({ forge, principal }, params) => {
        const page = pageRequest(params)
        const found = listResourceEvents(forge, { principal }, { ref: refOf(params), kind, page })
        if (E.isLeft(found)) return found
        return listedAsync(found.right, page, (row: ResourceEventRow) => presentResourceEvent(forge, row))
      },
    }),
    route({
      ...shared,
      path: `${path}/:event_id`,
      summary: `Read one change of the ${KINDS[kind]} of one ${what}`,
      params: { ...thing, event_id: required(integer(), 'The number of the change') },
      success: { status: 200, description: 'The change', schemaFor: resourceEventShapes[kind] },
      handler: async ({ forge, principal }, params) => {
        const found = getResourceEvent(forge, { principal }, { ref: refOf(params), kind, id: params.event_id })
        return E.isLeft(found) ? found : ok(await presentResourceEvent(forge, found.right))
      },
    }),
  ]
}

/** Changes of labels, milestones and states of merge requests and issues, and of weights of issues. */
export const resourceEventRoutes: ReadonlyArray<Route> = RESOURCE_EVENT_KINDS.flatMap((kind) => [
  ...routesOf('Issue', 'issues', 'issue', kind),
  ...(kind === 'weight' ? [] : routesOf('MergeRequest', 'merge_requests', 'merge request', kind)),
])

/** The merge requests that refer to an issue or close it. */
export const relatedMergeRequestRoutes: ReadonlyArray<Route> = [
  mergeRequestsOfIssue(
    'related_merge_requests',
    'List the merge requests that speak of an issue or close it',
    relatedMergeRequestIds,
  ),
]
