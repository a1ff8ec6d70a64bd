import {
  changeProjectFeatureFlag,
  createProjectFeatureFlag,
  deleteProjectFeatureFlag,
  getProjectFeatureFlag,
  listProjectFeatureFlags,
  type ProjectFeatureFlagRow,
} from '@forgefold/core/domains/delivery/project-feature-flag'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  type Context,
  filter,
  listed,
  nullable,
  oneOf,
  optional,
  pageRequest,
  paging,
  type Route,
  reject,
  required,
  respond,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { changedStrategies, newStrategies, wantedStrategies } from './params.js'
import { FLAG_VERSION, presentFlag } from './presenter.js'
import { featureFlagShape } from './shape.js'

const area = 'Feature flags'
const PATH = '/projects/:id/feature_flags'
const ONE = `${PATH}/:feature_flag_name`

const present =
  ({ forge }: Context) =>
  (row: ProjectFeatureFlagRow) =>
    presentFlag(forge, row)

const one = { id: projectId, feature_flag_name: required(string(), 'The name of the flag') }
const success = { status: 200, description: 'The flag', schemaFor: featureFlagShape }

/** Feature flags of projects (docs/reference/behaviour/delivery.md#feature-flags). */
export const featureFlagRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: PATH,
    area,
    summary: 'List the feature flags of a project',
    caller: 'user',
    params: {
      id: projectId,
      scope: optional(filter(oneOf(['enabled', 'disabled'])), 'Whether they are active'),
      ...paging,
    },
    success: { status: 200, description: 'The flags', schemaFor: arrayOf(featureFlagShape) },
    handler: ({ forge, principal }, params) => {
      const page = pageRequest(params)
      const active = params.scope === undefined ? undefined : params.scope === 'enabled'
      const found = listProjectFeatureFlags(forge, { principal }, { project: params.id, active, page })
      return E.isLeft(found) ? found : listed(found.right, page, (row) => presentFlag(forge, row))
    },
  }),
  route({
    method: 'GET',
    path: ONE,
    area,
    summary: 'Read one feature flag',
    caller: 'user',
    params: one,
    success,
    handler: (context, { id: project, feature_flag_name: name }) =>
      respond(present(context))(getProjectFeatureFlag(context.forge, context, { project, name })),
  }),
  route({
    method: 'POST',
    path: PATH,
    area,
    summary: 'Make a feature flag',
    caller: 'user',
    params: {
      id: projectId,
      name: required(string(), 'The name of the flag'),
      version: optional(string(), `${FLAG_VERSION}, which is all there is`),
      description: optional(nullable(string()), 'What it is for'),
      active: withDefault(boolean(), true, 'Whether it is on at all'),
      strategies: optional(newStrategies, 'For whom it is on, and where'),
    },
    success: { ...success, status: 201 },
    handler: async (context, { id: project, name, version, description = null, active, strategies: given }) => {
      if (version !== undefined && version !== FLAG_VERSION)
        return reject({ kind: 'Unprocessable', message: 'Version is invalid' })
      const wanted = { project, name, description, active, strategies: wantedStrategies(given) }
      return respond(present(context), 201)(await createProjectFeatureFlag(context.forge, callerOf(context), wanted))
    },
  }),
  route({
    method: 'PUT',
    path: ONE,
    area,
    summary: 'Change a feature flag',
    caller: 'user',
    params: {
      ...one,
      name: optional(string(), 'Another name'),
      description: optional(nullable(string()), 'What it is for'),
      active: optional(boolean(), 'Whether it is on at all'),
      strategies: optional(changedStrategies, 'New strategies, and changes of those that are there, by id'),
    },
    success,
    handler: async (context, { id: project, feature_flag_name, strategies: given, ...changes }) => {
      const { name, description, active } = changes
      const wanted = { changes: { name, description, active }, strategies: wantedStrategies(given) }
      const ref = { project, name: feature_flag_name }
      return respond(present(context))(
        await changeProjectFeatureFlag(context.forge, callerOf(context), { ...ref, ...wanted }),
      )
    },
  }),
  route({
    method: 'DELETE',
    path: ONE,
    area,
    summary: 'Delete a feature flag',
    caller: 'user',
    params: one,
    success: { ...success, description: 'What it was' },
    handler: async (context, { id: project, feature_flag_name: name }) =>
      respond(present(context))(await deleteProjectFeatureFlag(context.forge, callerOf(context), { project, name })),
  }),
]
