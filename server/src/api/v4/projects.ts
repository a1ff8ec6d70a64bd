import { defaultFeatures, type Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import {
  archiveProject,
  changeProject,
  createProject,
  deleteProject,
  findProject,
  type ProjectRow,
  restoreProject,
  transferProject,
} from '@forgefold/core/domains/project'
import * as E from 'fp-ts/lib/Either.js'
import {
  accepted,
  answer,
  boolean,
  integer,
  optional,
  type Route,
  required,
  respondText,
  route,
  string,
  withDefault,
} from '../../http/index.js'
import { presentProject } from '../../presenters/projects.js'
import { messageShape, projectShape } from '../../shapes/index.js'
import { permanentRemoval } from './permanent-removal.js'
import { featuresOf, projectFeatureParams, projectSettingParams, settingsOf } from './project-params.js'

const AREA = 'Projects'

const id = required(string(), 'Id or full path')

const answered = (forge: Forge, principal: Principal, status: number) =>
  respondText((row: ProjectRow) => presentProject(forge, principal, row), status)

const create = route({
  method: 'POST',
  path: '/projects',
  area: AREA,
  summary: 'Make a project',
  door: 'user',
  params: {
    name: optional(string(), 'Name'),
    path: optional(string(), 'Path'),
    namespace_id: optional(integer(), "Where it is put; without it in the caller's own place"),
    initialize_with_readme: withDefault(boolean(), false, 'Begin with a commit that adds README.md'),
    default_branch: optional(string(), 'The first branch'),
    import_url: optional(string(), 'Where a repository would be imported from; refused: nothing is imported'),
    ...projectSettingParams,
    ...projectFeatureParams,
  },
  atLeastOne: ['name', 'path'],
  success: { status: 201, schemaFor: projectShape },
  handler: async ({ forge, principal, command }, params) => {
    const { name, path, namespace_id, default_branch, initialize_with_readme, import_url } = params
    const features = featuresOf(params)
    return answered(
      forge,
      principal,
      201,
    )(
      await createProject({
        principal,
        context: command(),
        namespaceId: namespace_id,
        initialBranch: default_branch,
        importUrl: import_url,
        withReadme: initialize_with_readme,
        settings: {
          ...settingsOf(params),
          name,
          path,
          ...(features === undefined ? {} : { features: { ...defaultFeatures, ...features } }),
        },
      })(forge)(),
    )
  },
})

const read = route({
  method: 'GET',
  path: '/projects/:id',
  area: AREA,
  summary: 'Read a project',
  door: 'anyone',
  params: { id },
  success: { status: 200, schemaFor: projectShape },
  handler: ({ forge, principal }, params) => {
    const found = findProject(forge, principal, params.id)
    return E.isLeft(found)
      ? found
      : answer({ status: 200, ready: presentProject(forge, principal, found.right.project) })
  },
})

const changeParams = {
  name: optional(string(), 'Name'),
  path: optional(string(), 'Path'),
  default_branch: optional(string(), 'The default branch; it has to exist'),
  ...projectSettingParams,
  ...projectFeatureParams,
}

const change = route({
  method: 'PUT',
  path: '/projects/:id',
  area: AREA,
  summary: 'Change a project',
  door: 'user',
  params: { id, ...changeParams },
  atLeastOne: Object.keys(changeParams),
  success: { status: 200, schemaFor: projectShape },
  handler: async ({ forge, principal, command }, params) => {
    const { name, path, default_branch } = params
    const features = featuresOf(params)
    return answered(
      forge,
      principal,
      200,
    )(
      await changeProject({
        principal,
        context: command(),
        ref: params.id,
        changes: { ...settingsOf(params), name, path, ...(features === undefined ? {} : { features }) },
        defaultBranch: default_branch,
      })(forge)(),
    )
  },
})

const remove = route({
  method: 'DELETE',
  path: '/projects/:id',
  area: AREA,
  summary: 'Delete a project, or mark it for deletion where the settings put that off',
  door: 'user',
  params: { id, ...permanentRemoval('projects.permanently_remove') },
  success: { status: 202, schemaFor: messageShape },
  handler: async ({ forge, principal, command }, params) => {
    const { id: ref, permanently_remove: permanently, full_path: fullPath } = params
    const done = await deleteProject({ principal, context: command(), ref, permanently, fullPath })(forge)()
    return E.isLeft(done) ? done : accepted({ message: '202 Accepted' })
  },
})

const restore = route({
  method: 'POST',
  path: '/projects/:id/restore',
  area: AREA,
  summary: 'Take back a deletion that was put off',
  door: 'user',
  tier: 'premium',
  params: { id },
  success: { status: 201, schemaFor: projectShape },
  handler: async ({ forge, principal, command }, params) =>
    answered(forge, principal, 201)(await restoreProject({ principal, context: command(), ref: params.id })(forge)()),
})

const archive = (verb: 'archive' | 'unarchive', summary: string): Route =>
  route({
    method: 'POST',
    path: `/projects/:id/${verb}`,
    area: AREA,
    summary,
    door: 'user',
    params: { id },
    success: { status: 201, schemaFor: projectShape },
    handler: async ({ forge, principal, command }, params) =>
      answered(
        forge,
        principal,
        201,
      )(await archiveProject({ principal, context: command(), ref: params.id, archived: verb === 'archive' })(forge)()),
  })

const transfer = route({
  method: 'PUT',
  path: '/projects/:id/transfer',
  area: AREA,
  summary: 'Put a project into another namespace',
  door: 'user',
  params: { id, namespace: required(string(), 'Id or full path of the namespace') },
  success: { status: 200, schemaFor: projectShape },
  handler: async ({ forge, principal, command }, params) => {
    const { namespace } = params
    const place = /^\d+$/.test(namespace) ? Number(namespace) : forge.read.namespaces.byFullPath(namespace)?.id
    return answered(
      forge,
      principal,
      200,
    )(await transferProject({ principal, context: command(), ref: params.id, namespaceId: place ?? 0 })(forge)())
  },
})

/** Projects one by one. */
export const projectRoutes: ReadonlyArray<Route> = [
  create,
  read,
  change,
  remove,
  restore,
  archive('archive', 'Make a project read-only'),
  archive('unarchive', 'Make an archived project writable again'),
  transfer,
]
