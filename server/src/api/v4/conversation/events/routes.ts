import type { Forge } from '@forgefold/core/app'
import {
  FEED_ACTIONS,
  FEED_TARGETS,
  type FeedRow,
  type FeedTarget,
  type ListFeed,
  listOwnFeed,
  listProjectFeed,
  listUserFeed,
} from '@forgefold/core/domains/conversation/event-feed'
import type { Rejection } from '@forgefold/core/kernel'
import type { Page, PageRequest } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  date,
  listedJson,
  oneOf,
  optional,
  pageRequest,
  paging,
  type Route,
  required,
  route,
  string,
} from '../../../../http/index.js'
import { direction } from '../../list-params.js'
import { projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { presentEntries } from './presenter.js'
import { feedEntryShape } from './shape.js'

const area = 'Events'

/** Values of `target_type`; kinds that the instance does not have match no entries. */
const KINDS = [...FEED_TARGETS, 'project', 'snippet', 'user', 'wiki', 'design'] as const

const filters = {
  action: optional(oneOf(FEED_ACTIONS), 'What was done'),
  target_type: optional(oneOf(KINDS), 'What it was done to'),
  before: optional(date(), 'On days before this one'),
  after: optional(date(), 'On days after this one'),
  sort: direction('desc'),
  ...paging,
}

const isTarget = (kind: string): kind is FeedTarget => FEED_TARGETS.some((target) => target === kind)

interface Asked extends Omit<ListFeed, 'page' | 'target' | 'none'> {
  readonly target_type: string | undefined
}

const filterOf = ({ action, target_type: kind, before, after, sort }: Asked): Omit<ListFeed, 'page'> => ({
  action,
  target: kind !== undefined && isTarget(kind) ? kind : undefined,
  none: kind !== undefined && !isTarget(kind),
  before,
  after,
  sort,
})

const answered = async (forge: Forge, page: PageRequest, found: E.Either<Rejection, Page<FeedRow>>): Promise<Answer> =>
  E.isLeft(found) ? found : listedJson(found.right, page, await presentEntries(forge, found.right.rows))

const success = { status: 200, description: 'What happened', schemaFor: arrayOf(feedEntryShape) } as const

/** Event feeds (docs/reference/behaviour/conversation.md#event-feeds). */
export const eventFeedRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: '/events',
    area,
    summary: 'List what the caller did',
    caller: 'user',
    scopes: ['read_user'],
    params: {
      scope: optional(string(), '`all`: the events of all users in the projects of the caller'),
      ...filters,
    },
    success,
    handler: (context, params) => {
      const page = pageRequest(params)
      const input = { ...filterOf(params), page, allUsers: params.scope === 'all' }
      return answered(context.forge, page, listOwnFeed(context.forge, context, input))
    },
  }),
  route({
    method: 'GET',
    path: '/users/:id/events',
    area,
    summary: 'List what a user did',
    caller: 'anyone',
    scopes: ['read_user'],
    params: { id: required(string(), 'The number or the name of the user'), ...filters },
    success,
    handler: (context, params) => {
      const page = pageRequest(params)
      const user = /^\d+$/.test(params.id) ? Number(params.id) : params.id
      return answered(context.forge, page, listUserFeed(context.forge, context, { ...filterOf(params), page, user }))
    },
  }),
  route({
    method: 'GET',
    path: '/projects/:id/events',
    area,
    summary: 'List what happened in a project',
    caller: 'anyone',
    params: { id: projectId, ...filters },
    success,
    handler: (context, params) => {
      const page = pageRequest(params)
      const input = { ...filterOf(params), page, project: params.id }
      return answered(context.forge, page, listProjectFeed(context.forge, context, input))
    },
  }),
]
