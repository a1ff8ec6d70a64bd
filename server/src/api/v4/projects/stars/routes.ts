import { listStarrers, setStar } from '@forgefold/core/domains/projects/star'
import * as E from 'fp-ts/lib/Either.js'
import {
  answer,
  type Context,
  filter,
  listed,
  optional,
  pageRequest,
  paging,
  type Route,
  route,
  string,
} from '../../../../http/index.js'
import { userSummary } from '../../identity/users/presenter.js'
import { userCardShape } from '../../identity/users/shape.js'
import { callerOf, projectId } from '../../path-ids.js'
import { arrayOf, instant, record } from '../../shape.js'
import { presentProject } from '../projects/presenter.js'
import { projectShape } from '../projects/shape.js'

const area = 'Projects'

const answerProject = async (context: Context, project: string, starred: boolean) => {
  const done = await setStar(context.forge, callerOf(context), { project, starred })
  if (E.isLeft(done)) return done
  return answer({ status: 201, ready: presentProject(context.forge, context.principal, done.right) })
}

const success = { status: 201, description: 'The project', schemaFor: projectShape }

/** Stars of projects (docs/reference/behaviour/projects.md#stars). */
export const starRoutes: ReadonlyArray<Route> = [
  route({
    method: 'POST',
    path: '/projects/:id/star',
    area,
    summary: 'Give a project a star',
    caller: 'user',
    params: { id: projectId },
    success,
    handler: (context, { id }) => answerProject(context, id, true),
  }),
  route({
    method: 'POST',
    path: '/projects/:id/unstar',
    area,
    summary: 'Take a star back',
    caller: 'user',
    params: { id: projectId },
    success,
    handler: (context, { id }) => answerProject(context, id, false),
  }),
  route({
    method: 'GET',
    path: '/projects/:id/starrers',
    area,
    summary: 'List those who gave a project a star',
    caller: 'anyone',
    params: { id: projectId, search: optional(filter(string()), 'A part of name or user name'), ...paging },
    success: {
      status: 200,
      description: 'Who, and since when',
      schemaFor: arrayOf(record('Starrer', { starred_since: instant, user: userCardShape })),
    },
    handler: ({ forge, principal }, params) => {
      const page = pageRequest(params)
      const found = listStarrers(forge, { principal }, { project: params.id, search: params.search, page })
      if (E.isLeft(found)) return found
      return listed(found.right, page, ({ userId, since }) => ({
        starred_since: since,
        user: userSummary(forge, userId),
      }))
    },
  }),
]
