import { deleteReviewApps, stopStaleEnvironments } from '@forgefold/core/domains/delivery/environment'
import { badParameters } from '@forgefold/core/kernel'
import { lifespanOf } from '@forgefold/core/releases'
import {
  boolean,
  datetime,
  integer,
  optional,
  type Route,
  reject,
  required,
  respond,
  route,
  withDefault,
} from '../../../../http/index.js'
import { messageShape } from '../../instance/version/shape.js'
import { callerOf, projectId } from '../../path-ids.js'
import { presentReviewApps } from './presenter.js'
import { reviewAppsShape } from './shape.js'

const area = 'Environments'
const PATH = '/projects/:id/environments'
const MAX_REVIEW_APPS = 1000

const stopStale = route({
  method: 'POST',
  path: `${PATH}/stop_stale`,
  area,
  summary: 'Stop environments that were neither changed nor deployed to for long',
  caller: 'user',
  ...lifespanOf('environments.stop_stale'),
  params: {
    id: projectId,
    before: required(datetime(), 'Since when, between ten years and a week ago'),
  },
  success: { status: 200, description: 'They are stopped, but for protected ones', schemaFor: messageShape },
  handler: async (context, { id: project, before }) =>
    respond(() => ({ message: 'Successfully requested stop for all stale environments' }))(
      await stopStaleEnvironments(context.forge, callerOf(context), { project, before }),
    ),
})

const removeReviewApps = route({
  method: 'DELETE',
  path: `${PATH}/review_apps`,
  area,
  summary: 'Have stopped review apps deleted in a week',
  caller: 'user',
  params: {
    id: projectId,
    before: optional(datetime(), 'Those made before then; by default 30 days ago'),
    limit: withDefault(integer({ minimum: 1, maximum: MAX_REVIEW_APPS }), 100, 'How many at most, the oldest first'),
    dry_run: withDefault(boolean(), true, 'Only says which they are'),
  },
  success: { status: 200, description: 'What becomes of them', schemaFor: reviewAppsShape },
  handler: async (context, { id: project, before, limit, dry_run: dryRun }) => {
    if (limit < 1 || limit > MAX_REVIEW_APPS) return reject(badParameters('limit does not have a valid value'))
    const input = { project, before, limit, dryRun }
    return respond(presentReviewApps)(await deleteReviewApps(context.forge, callerOf(context), input))
  },
})

/** Routes on several environments at once. */
export const bulkRoutes: ReadonlyArray<Route> = [stopStale, removeReviewApps]
