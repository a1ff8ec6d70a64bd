import type { Lookup } from '../../../app/forge.js'
import type { CommitCommentRow } from '../../conversation/commit-comment/queries.js'
import type { NoteRow } from '../../conversation/discussion/queries.js'
import type { DeploymentRow } from '../../delivery/deployment/queries.js'
import type { EnvironmentRow } from '../../delivery/environment/queries.js'
import type { JobRow, PipelineRow } from '../../delivery/pipeline/queries.js'
import type { ReleaseRow } from '../../delivery/release/queries.js'
import type { RunnerRow } from '../../delivery/runner/queries.js'
import type { UserRow } from '../../identity/user/queries.js'
import type { IssueRow } from '../../planning/issue/queries.js'
import type { LabelRow } from '../../planning/label/queries.js'
import type { GroupRow } from '../../projects/group/queries.js'
import type { ProjectRow } from '../../projects/project/queries.js'

/** The issue a payload describes. */
export const issueForPayload: Lookup<number, IssueRow | undefined> = ({ read }, id) => read.issues.byId(id)

/** The note a payload describes. */
export const noteForPayload: Lookup<number, NoteRow | undefined> = ({ read }, id) => read.discussions.noteById(id)

/** The comment on a commit a payload describes. */
export const commitNoteForPayload: Lookup<number, CommitCommentRow | undefined> = ({ read }, id) =>
  read.commitComments.byId(id)

/** Labels by number, in the order of their titles. */
export const labelsForPayload: Lookup<ReadonlyArray<number>, ReadonlyArray<LabelRow>> = ({ read }, ids) =>
  read.labels.rows(ids)

/** A pipeline as a payload describes it. */
export interface PayloadPipeline {
  readonly pipeline: PipelineRow
  /** By stage, without bridges. */
  readonly jobs: ReadonlyArray<JobRow>
  /** The pipeline whose bridge started it, with its project; undefined where no bridge did, or it is deleted. */
  readonly upstream: { readonly pipeline: PipelineRow; readonly project: ProjectRow } | undefined
}

/** The pipeline a payload describes. */
export const pipelineForPayload: Lookup<number, PayloadPipeline | undefined> = ({ read }, id) => {
  const pipeline = read.pipelines.byId(id)
  if (pipeline === undefined) return undefined
  const above = pipeline.upstreamId === null ? undefined : read.pipelines.byId(pipeline.upstreamId)
  const project = above === undefined ? undefined : read.projects.byId(above.projectId)
  return {
    pipeline,
    jobs: read.pipelines.jobs(id, false).filter(({ kind }) => kind !== 'bridge'),
    upstream: above === undefined || project === undefined ? undefined : { pipeline: above, project },
  }
}

/** The job a payload describes. */
export const jobForPayload: Lookup<number, JobRow | undefined> = ({ read }, id) => read.pipelines.jobById(id)

/** The runner that took a job a payload describes. */
export const runnerForPayload: Lookup<number, RunnerRow | undefined> = ({ read }, id) => read.runners.byId(id)

/** The environment of a job a payload describes, by its name. */
export const environmentForPayload: Lookup<
  { readonly projectId: number; readonly name: string },
  EnvironmentRow | undefined
> = ({ read }, { projectId, name }) => read.environments.named(projectId, name)

/** The deployment a payload describes. */
export const deploymentForPayload: Lookup<number, DeploymentRow | undefined> = ({ read }, id) =>
  read.deployments.byId(id)

/** The release a payload describes. */
export const releaseForPayload: Lookup<number, ReleaseRow | undefined> = ({ read }, id) => read.projectReleases.byId(id)

/** The group a payload describes. */
export const groupForPayload: Lookup<number, GroupRow | undefined> = ({ read }, id) => read.groups.byId(id)

/** The user who caused the event; undefined where the account is erased. */
export const userForPayload: Lookup<number, UserRow | undefined> = ({ read }, id) => read.users.byId(id)
