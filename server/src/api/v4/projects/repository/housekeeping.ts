import type { ProjectRow } from '@forgefold/core/domains/projects/project'
import { readStorage, runHousekeeping } from '@forgefold/core/domains/projects/repository'
import * as E from 'fp-ts/lib/Either.js'
import { created, oneOf, type Route, respond, route, withDefault } from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { instant, integer, nothing, record, text } from '../../shape.js'
import { AREA } from './commit-path.js'

const TASKS = ['eager', 'prune'] as const

const housekeeping = route({
  method: 'POST',
  path: '/projects/:id/housekeeping',
  area: AREA,
  summary: 'Begin to pack the repository of a project anew',
  caller: 'user',
  params: {
    id: projectId,
    task: withDefault(oneOf(TASKS), 'eager', '`prune` also removes what interrupted work left behind'),
  },
  success: { status: 201, description: 'It has begun', schemaFor: nothing },
  handler: async (context, { id: project, task }) => {
    const done = await runHousekeeping(context.forge, callerOf(context), { project, prune: task === 'prune' })
    return E.isLeft(done) ? done : created(null)
  },
})

const storageShape = record('ProjectStorage', {
  project_id: integer,
  disk_path: text,
  created_at: instant,
  repository_storage: text,
})

const storage = route({
  method: 'GET',
  path: '/projects/:id/storage',
  area: AREA,
  summary: 'Read where the repository of a project lies',
  caller: 'admin',
  params: { id: projectId },
  success: { status: 200, description: 'Where it lies', schemaFor: storageShape },
  handler: ({ forge, principal }, { id }) =>
    respond((project: ProjectRow) => ({
      project_id: project.id,
      disk_path: forge.git.diskPath(project.id),
      created_at: project.createdAt,
      repository_storage: 'default',
    }))(readStorage(forge, { principal }, id)),
})

/** Routes of the storage and maintenance of repositories (docs/reference/behaviour/git.md#housekeeping-and-storage). */
export const upkeepRoutes: ReadonlyArray<Route> = [housekeeping, storage]
