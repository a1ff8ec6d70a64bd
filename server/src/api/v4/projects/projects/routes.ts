import {
  archiveProject,
  changeProject,
  deleteProject,
  getProject,
  type ProjectRow,
  restoreProject,
  transferProject,
} from '@forgefold/core/domains/projects/project'
import type { Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  accepted,
  answer,
  boolean,
  type Context,
  optional,
  type Route,
  required,
  respondText,
  route,
  string,
} from '../../../../http/index.js'
import { avatar, avatarOf } from '../../avatar.js'
import { withCustomAttributes } from '../../custom-attributes.js'
import { messageShape } from '../../instance/version/shape.js'
import { callerOf } from '../../path-ids.js'
import { permanentRemoval } from '../params.js'
import { projectCreationRoutes } from './creation-routes.js'
import { license } from './license.js'
import { featuresOf, projectFeatureParams, projectSettingParams, settingsOf } from './params.js'
import { presentProject } from './presenter.js'
import { projectShape } from './shape.js'
import { presentWithOptions, statistics } from './statistics.js'

const AREA = 'Projects'

const id = required(string(), 'Id or full path')

const answerProject = ({ forge, principal }: Context, result: E.Either<Rejection, ProjectRow>, status = 200): Answer =>
  respondText((row: ProjectRow) => presentProject(forge, principal, row), status)(result)

const read = route({
  method: 'GET',
  path: '/projects/:id',
  area: AREA,
  summary: 'Read a project',
  caller: 'anyone',
  params: { id, statistics, license, with_custom_attributes: withCustomAttributes },
  success: { status: 200, schemaFor: projectShape },
  handler: (context, params) => {
    const { forge } = context
    const found = getProject(forge, context, params.id)
    if (E.isLeft(found) || !(params.statistics || params.license || params.with_custom_attributes))
      return answerProject(context, found)
    return presentWithOptions(context, params, found.right).then((ready) => answer({ status: 200, ready }))
  },
})

const changeParams = {
  name: optional(string(), 'Name'),
  path: optional(string(), 'Path'),
  default_branch: optional(string(), 'The default branch; it has to exist'),
  avatar,
  mr_default_target_self: optional(boolean(), 'Merge requests of a fork begin with the fork as their target'),
  ...projectSettingParams,
  ...projectFeatureParams,
}

const change = route({
  method: 'PUT',
  path: '/projects/:id',
  area: AREA,
  summary: 'Change a project',
  caller: 'user',
  params: { id, ...changeParams },
  atLeastOne: Object.keys(changeParams),
  success: { status: 200, schemaFor: projectShape },
  handler: async (context, params) => {
    const { id: ref, name, path, default_branch: defaultBranch } = params
    const features = featuresOf(params)
    const mrDefaultTargetSelf = params.mr_default_target_self
    const own = { ...settingsOf(params), mrDefaultTargetSelf, name, path }
    const changes = features === undefined ? own : { ...own, features }
    const done = await changeProject(context.forge, callerOf(context), {
      ref,
      changes,
      defaultBranch,
      avatar: avatarOf(params.avatar),
    })
    return answerProject(context, done)
  },
})

const remove = route({
  method: 'DELETE',
  path: '/projects/:id',
  area: AREA,
  summary: 'Delete a project, or mark it for deletion where the settings put that off',
  caller: 'user',
  params: { id, ...permanentRemoval('projects.permanently_remove') },
  success: { status: 202, schemaFor: messageShape },
  handler: async (context, { id: ref, permanently_remove: permanently, full_path: fullPath }) => {
    const done = await deleteProject(context.forge, callerOf(context), { ref, permanently, fullPath })
    return E.isLeft(done) ? done : accepted({ message: '202 Accepted' })
  },
})

const restore = route({
  method: 'POST',
  path: '/projects/:id/restore',
  area: AREA,
  summary: 'Take back a deletion that was put off',
  caller: 'user',
  tier: 'premium',
  params: { id },
  success: { status: 201, schemaFor: projectShape },
  handler: async (context, { id: ref }) =>
    answerProject(context, await restoreProject(context.forge, callerOf(context), ref), 201),
})

const archive = (verb: 'archive' | 'unarchive', summary: string): Route =>
  route({
    method: 'POST',
    path: `/projects/:id/${verb}`,
    area: AREA,
    summary,
    caller: 'user',
    params: { id },
    success: { status: 201, schemaFor: projectShape },
    handler: async (context, { id: ref }) => {
      const archived = verb === 'archive'
      return answerProject(context, await archiveProject(context.forge, callerOf(context), { ref, archived }), 201)
    },
  })

const transfer = route({
  method: 'PUT',
  path: '/projects/:id/transfer',
  area: AREA,
  summary: 'Put a project into another namespace',
  caller: 'user',
  params: { id, namespace: required(string(), 'Id or full path of the namespace') },
  success: { status: 200, schemaFor: projectShape },
  handler: async (context, { id: ref, namespace }) =>
    answerProject(context, await transferProject(context.forge, callerOf(context), { ref, namespace })),
})

/** Routes of single projects. */
export const projectRoutes: ReadonlyArray<Route> = [
  ...projectCreationRoutes,
  read,
  change,
  remove,
  restore,
  archive('archive', 'Make a project read-only'),
  archive('unarchive', 'Make an archived project writable again'),
  transfer,
]
