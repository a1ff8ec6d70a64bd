import { defaultFeatures } from '@forgefold/core/access'
import {
  createProject,
  createProjectFor,
  type NewProject,
  type ProjectRow,
} from '@forgefold/core/domains/projects/project'
import type { Rejection } from '@forgefold/core/kernel'
import type * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  boolean,
  type Context,
  type Decoded,
  integer,
  optional,
  type Route,
  required,
  respondText,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { avatar, avatarOf } from '../../avatar.js'
import { callerOf } from '../../path-ids.js'
import { featuresOf, projectFeatureParams, projectSettingParams, settingsOf } from './params.js'
import { presentProject } from './presenter.js'
import { projectShape } from './shape.js'

const AREA = 'Projects'

const creation = {
  name: optional(string(), 'Name'),
  path: optional(string(), 'Path'),
  namespace_id: optional(integer(), 'Where it is put; without it in the own place of who it is made for'),
  initialize_with_readme: withDefault(boolean(), false, 'Begin with a commit that adds README.md'),
  default_branch: optional(string(), 'The first branch'),
  import_url: optional(string(), 'Where a repository would be imported from; refused: nothing is imported'),
  avatar,
  ...projectSettingParams,
  ...projectFeatureParams,
}

const wantedProject = (params: Decoded<typeof creation>): NewProject => {
  const { name, path } = params
  const features = featuresOf(params)
  return {
    namespaceId: params.namespace_id,
    initialBranch: params.default_branch,
    importUrl: params.import_url,
    withReadme: params.initialize_with_readme,
    avatar: avatarOf(params.avatar),
    settings: {
      ...settingsOf(params),
      name,
      path,
      ...(features === undefined ? {} : { features: { ...defaultFeatures, ...features } }),
    },
  }
}

const answerMade = ({ forge, principal }: Context, made: E.Either<Rejection, ProjectRow>): Answer =>
  respondText((row: ProjectRow) => presentProject(forge, principal, row), 201)(made)

const create = route({
  method: 'POST',
  path: '/projects',
  area: AREA,
  summary: 'Make a project',
  caller: 'user',
  params: creation,
  atLeastOne: ['name', 'path'],
  success: { status: 201, schemaFor: projectShape },
  handler: async (context, params) =>
    answerMade(context, await createProject(context.forge, callerOf(context), wantedProject(params))),
})

const createFor = route({
  method: 'POST',
  path: '/projects/user/:user_id',
  area: AREA,
  summary: 'Make a project in the name of a user',
  caller: 'admin',
  params: { user_id: required(integer(), 'The user'), ...creation },
  atLeastOne: ['name', 'path'],
  success: { status: 201, schemaFor: projectShape },
  handler: async (context, { user_id: userId, ...params }) => {
    const wanted = { userId, ...wantedProject(params) }
    return answerMade(context, await createProjectFor(context.forge, callerOf(context), wanted))
  },
})

/** Routes that create projects, for the caller and for other users. */
export const projectCreationRoutes: ReadonlyArray<Route> = [create, createFor]
