import {
  deleteArtifacts,
  deleteProjectArtifacts,
  keepArtifacts,
  readArchive,
  readLatestArchive,
} from '@forgefold/core/domains/delivery/job-output'
import { BEFORE_FIRST_RELEASE, lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import { accepted, integer, type Route, required, respondNoContent, route, string } from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { record, text } from '../../shape.js'
import { jobAnswer } from './answering.js'
import { archiveAnswer, entryAnswer } from './artifact-answer.js'
import { jobShape } from './shape.js'

const area = 'Job artifacts'
const ONE = '/projects/:id/jobs/:job_id/artifacts'
const LATEST = '/projects/:id/jobs/artifacts/:ref_name'
const params = { id: projectId, job_id: required(integer(), 'The number of the job') }
const path = required(string(), 'Where the file is in the archive')
const latest = {
  id: projectId,
  ref_name: required(string(), 'A branch or tag'),
  job: required(string(), 'The name of the job'),
}
const fetched = { status: 200, mediaType: 'application/octet-stream' } as const
const fetching = { area, method: 'GET', caller: 'anyone', jobToken: BEFORE_FIRST_RELEASE } as const

/** The artifacts of jobs (docs/reference/behaviour/delivery.md#traces-and-artifacts). */
export const artifactRoutes: ReadonlyArray<Route> = [
  route({
    ...fetching,
    path: `${LATEST}/download`,
    summary: 'Fetch the archive of the newest successful job of that name on a ref',
    params: latest,
    success: { ...fetched, description: 'The archive' },
    handler: async ({ forge, principal }, { id: project, ref_name: ref, job: name }) =>
      archiveAnswer(await readLatestArchive(forge, { principal }, { project, ref, name })),
  }),
  route({
    ...fetching,
    path: `${LATEST}/raw/*artifact_path`,
    summary: 'Fetch one file out of the archive of the newest successful job of that name on a ref',
    params: { ...latest, artifact_path: path },
    success: { ...fetched, description: 'The file' },
    handler: async ({ forge, principal }, { id: project, ref_name: ref, job: name, artifact_path: file }) =>
      entryAnswer(await readLatestArchive(forge, { principal }, { project, ref, name }), file),
  }),
  route({
    ...fetching,
    path: ONE,
    summary: 'Fetch the archive of a job',
    params,
    success: { ...fetched, description: 'The archive' },
    handler: async ({ forge, principal }, { id: project, job_id: id }) =>
      archiveAnswer(await readArchive(forge, { principal }, { project, id })),
  }),
  route({
    ...fetching,
    path: `${ONE}/*artifact_path`,
    summary: 'Fetch one file out of the archive of a job',
    params: { ...params, artifact_path: path },
    success: { ...fetched, description: 'The file' },
    handler: async ({ forge, principal }, { id: project, job_id: id, artifact_path: file }) =>
      entryAnswer(await readArchive(forge, { principal }, { project, id }), file),
  }),
  route({
    method: 'POST',
    path: `${ONE}/keep`,
    area,
    summary: 'Let the artifacts of a job never expire',
    caller: 'user',
    params,
    success: { status: 200, description: 'The job', schemaFor: jobShape },
    handler: async (context, { id: project, job_id: id }) =>
      jobAnswer(context.forge, await keepArtifacts(context.forge, callerOf(context), { project, id })),
  }),
  route({
    method: 'DELETE',
    path: ONE,
    area,
    summary: 'Delete the artifacts of a job',
    caller: 'user',
    params,
    success: { status: 204, description: 'Deleted' },
    handler: async (context, { id: project, job_id: id }) =>
      respondNoContent(await deleteArtifacts(context.forge, callerOf(context), { project, id })),
  }),
  route({
    method: 'DELETE',
    path: '/projects/:id/artifacts',
    area,
    summary: 'Delete the artifacts of all jobs of a project, but the latest where those are kept',
    caller: 'user',
    ...lifespanOf('artifacts.delete_of_project'),
    params: { id: projectId },
    success: { status: 202, description: 'Deleted', schemaFor: record('ArtifactsDeleted', { message: text }) },
    handler: async (context, { id }) => {
      const done = await deleteProjectArtifacts(context.forge, callerOf(context), id)
      return E.isLeft(done) ? done : accepted({ message: '202 Accepted' })
    },
  }),
]
