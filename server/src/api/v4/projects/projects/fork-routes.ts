import { VISIBILITIES } from '@forgefold/core/access'
import { forkProject, projectFor, removeForkRelation } from '@forgefold/core/domains/projects/project'
import { notFound } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  answer,
  integer,
  nullable,
  oneOf,
  optional,
  type Route,
  reject,
  required,
  respondNoContent,
  route,
  string,
} from '../../../../http/index.js'
import { isDownloadTooMany } from '../../../../limits/downloads.js'
import { presentProject } from './presenter.js'
import { projectShape } from './shape.js'

const AREA = 'Projects'

const id = required(string(), 'Id or full path')

/** Forks of projects. */
export const forkRoutes: ReadonlyArray<Route> = [
  route({
    method: 'POST',
    path: '/projects/:id/fork',
    area: AREA,
    summary: 'Make a project of your own out of another',
    door: 'user',
    params: {
      id,
      namespace: optional(string(), 'Where it is put: id or full path'),
      namespace_id: optional(integer(), 'Where it is put'),
      namespace_path: optional(string(), 'Where it is put'),
      path: optional(string(), 'Path; without it that of the source'),
      name: optional(string(), 'Name; without it that of the source'),
      description: optional(nullable(string()), 'What it is for'),
      visibility: optional(oneOf(VISIBILITIES), 'Who may see it; never more than may see the source'),
    },
    exclusive: [['namespace_id', 'namespace_path']],
    success: { status: 201, schemaFor: projectShape },
    handler: async ({ forge, principal, command }, params) => {
      const named = params.namespace_path ?? params.namespace
      const isId = named !== undefined && /^\d+$/.test(named)
      const place = isId ? Number(named) : named === undefined ? undefined : forge.read.namespaces.byFullPath(named)?.id
      if (named !== undefined && place === undefined) return reject(notFound('Target Namespace'))
      const source = projectFor(forge, principal, params.id, 'fork_project')
      if (E.isLeft(source)) return source
      const { id: projectId, visibility: seenBy } = source.right.project
      const project = { id: projectId, isPublic: seenBy === 'public' }
      if (await isDownloadTooMany(forge, { principal, project, context: command }))
        return answer({ status: 409, json: { message: { forked_from_project_id: ['is forbidden'] } } })
      const { path, name, description, visibility } = params
      const made = await forkProject(
        forge,
        { principal, context: command() },
        { ref: params.id, namespaceId: params.namespace_id ?? place, path, name, description, visibility },
      )
      if (E.isRight(made)) return answer({ status: 201, ready: presentProject(forge, principal, made.right) })
      return made.left.kind === 'Invalid' ? answer({ status: 409, json: { message: made.left.fields } }) : made
    },
  }),
  route({
    method: 'DELETE',
    path: '/projects/:id/fork',
    area: AREA,
    summary: 'Make a fork a project like any other',
    door: 'user',
    params: { id },
    success: { status: 204 },
    handler: async ({ forge, principal, command }, params) =>
      respondNoContent(await removeForkRelation(forge, { principal, context: command() }, params.id)),
  }),
]
