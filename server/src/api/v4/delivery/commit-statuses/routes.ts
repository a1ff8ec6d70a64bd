import { listStatuses, type ReportedJob, reportStatus } from '@forgefold/core/domains/delivery/pipeline'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  filter,
  float,
  integer,
  listed,
  oneOf,
  optional,
  pageRequest,
  paging,
  type Route,
  required,
  respond,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { revision } from '../../revision.js'
import { arrayOf } from '../../shape.js'
import { presentStatus } from './presenter.js'
import { commitStatusShape } from './shape.js'

const area = 'Commit statuses'
const DEFAULT_NAME = 'default'

const list = route({
  method: 'GET',
  path: '/projects/:id/repository/commits/:sha/statuses',
  area,
  summary: 'List the statuses of a commit',
  caller: 'user',
  params: {
    id: projectId,
    sha: required(revision, 'The commit'),
    ref: optional(filter(string()), 'The branch or tag'),
    stage: optional(filter(string()), 'The stage'),
    name: optional(filter(string()), 'The name of the job'),
    all: withDefault(boolean(), false, 'Also those that newer ones of the same name have replaced'),
    ...paging,
  },
  success: { status: 200, description: 'The statuses', schemaFor: arrayOf(commitStatusShape) },
  handler: async ({ forge, principal }, params) => {
    const { id: project, sha, ref, stage, name, all } = params
    const page = pageRequest(params)
    const found = await listStatuses(forge, { principal }, { project, sha, ref, stage, name, all, page })
    return E.isLeft(found) ? found : listed(found.right, page, (job) => presentStatus(forge, job))
  },
})

const report = route({
  method: 'POST',
  path: '/projects/:id/statuses/:sha',
  area,
  summary: 'Report the status of an outside job about a commit',
  caller: 'user',
  params: {
    id: projectId,
    sha: required(revision, 'The commit, in full'),
    state: required(oneOf(['pending', 'running', 'success', 'failed', 'canceled']), 'The status'),
    ref: optional(string(), 'The branch or tag; found from the commit where not given'),
    name: optional(string(), 'The name of the job'),
    context: optional(string(), 'The same as `name`'),
    target_url: optional(string(), 'Where more can be read'),
    description: optional(string(), 'A short text'),
    coverage: optional(float(), 'Test coverage in percent'),
    pipeline_id: optional(integer(), 'The pipeline it belongs to'),
  },
  success: { status: 201, description: 'The status', schemaFor: commitStatusShape },
  handler: async (context, params) => {
    const reported = await reportStatus(context.forge, callerOf(context), {
      project: params.id,
      sha: params.sha,
      status: params.state,
      ref: params.ref,
      name: params.name ?? params.context ?? DEFAULT_NAME,
      targetUrl: params.target_url,
      description: params.description,
      coverage: params.coverage,
      pipelineId: params.pipeline_id,
    })
    return respond((job: ReportedJob) => presentStatus(context.forge, job), 201)(reported)
  },
})

/** Commit statuses, as external systems report them. */
export const commitStatusRoutes: ReadonlyArray<Route> = [list, report]
