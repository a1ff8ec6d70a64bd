import { VISIBILITIES } from '@forgefold/core/access'
import {
  forkProject,
  makeForkRelation,
  type ProjectRow,
  removeForkRelation,
} from '@forgefold/core/domains/projects/project'
import * as E from 'fp-ts/lib/Either.js'
import {
  answer,
  filter,
  integer,
  nullable,
  oneOf,
  optional,
  type Route,
  required,
  respondNoContent,
  respondText,
  route,
  string,
} from '../../../../http/index.js'
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
    caller: 'user',
    params: {
      id,
      namespace: optional(filter(string()), 'Where it is put: id or full path'),
      namespace_id: optional(integer(), 'Where it is put'),
      namespace_path: optional(filter(string()), 'Where it is put'),
      path: optional(string(), 'Path; without it that of the source'),
      name: optional(string(), 'Name; without it that of the source'),
      description: optional(nullable(string()), 'What it is for'),
      visibility: optional(oneOf(VISIBILITIES), 'Who may see it; never more than may see the source'),
    },
    exclusive: [['namespace_id', 'namespace_path']],
    success: { status: 201, schemaFor: projectShape },
    handler: async ({ forge, principal, command }, params) => {
      const { id: ref, namespace_id: namespaceId, path, name, description, visibility } = params
      const namespace = params.namespace_path ?? params.namespace
      const fork = { ref, namespaceId, namespace, path, name, description, visibility }
      const made = await forkProject(forge, { principal, context: command() }, fork)
      if (E.isRight(made)) return answer({ status: 201, ready: presentProject(forge, principal, made.right) })
      return made.left.kind === 'Invalid' ? answer({ status: 409, json: { message: made.left.fields } }) : made
    },
  }),
  route({
    method: 'POST',
    path: '/projects/:id/fork/:forked_from_id',
    area: AREA,
    summary: 'Make a project that exists the fork of another',
    caller: 'user',
    params: { id, forked_from_id: required(string(), 'Id or full path of what it is to be a fork of') },
    success: { status: 201, schemaFor: projectShape },
    handler: async ({ forge, principal, command }, { id: ref, forked_from_id: source }) =>
      respondText(
        (row: ProjectRow) => presentProject(forge, principal, row),
        201,
      )(await makeForkRelation(forge, { principal, context: command() }, { ref, source })),
  }),
  route({
    method: 'DELETE',
    path: '/projects/:id/fork',
    area: AREA,
    summary: 'Make a fork a project like any other',
    caller: 'user',
    params: { id },
    success: { status: 204 },
    handler: async ({ forge, principal, command }, params) =>
      respondNoContent(await removeForkRelation(forge, { principal, context: command() }, params.id)),
  }),
]
