import type { Lookup } from '../../../app/forge.js'
import type { NoteRow } from '../../conversation/discussion/queries.js'
import type { DeploymentRow } from '../../delivery/deployment/queries.js'
import type { JobRow, PipelineRow } from '../../delivery/pipeline/queries.js'
import type { ReleaseRow } from '../../delivery/release/queries.js'
import type { UserRow } from '../../identity/user/queries.js'
import type { IssueRow } from '../../planning/issue/queries.js'
import type { LabelRow } from '../../planning/label/queries.js'
import type { GroupRow } from '../../projects/group/queries.js'

/** The issue that an occurrence is about. */
export const issueTold: Lookup<number, IssueRow | undefined> = ({ read }, id) => read.issues.byId(id)

/** The note that an occurrence is about. */
export const noteTold: Lookup<number, NoteRow | undefined> = ({ read }, id) => read.discussions.noteById(id)

/** Labels by number, in the order of their titles. */
export const labelsTold: Lookup<ReadonlyArray<number>, ReadonlyArray<LabelRow>> = ({ read }, ids) =>
  read.labels.rows(ids)

/** A pipeline with its jobs, by stage. */
export const pipelineTold: Lookup<
  number,
  { readonly pipeline: PipelineRow; readonly jobs: ReadonlyArray<JobRow> } | undefined
> = ({ read }, id) => {
  const pipeline = read.pipelines.byId(id)
  return pipeline === undefined ? undefined : { pipeline, jobs: read.pipelines.jobs(id, false) }
}

/** The job that an occurrence is about. */
export const jobTold: Lookup<number, JobRow | undefined> = ({ read }, id) => read.pipelines.jobById(id)

/** The deployment that an occurrence is about. */
export const deploymentTold: Lookup<number, DeploymentRow | undefined> = ({ read }, id) => read.deployments.byId(id)

/** The release that an occurrence is about. */
export const releaseTold: Lookup<number, ReleaseRow | undefined> = ({ read }, id) => read.projectReleases.byId(id)

/** The group that an occurrence is about. */
export const groupTold: Lookup<number, GroupRow | undefined> = ({ read }, id) => read.groups.byId(id)

/** The user who did it; undefined where the account is gone. */
export const userTold: Lookup<number, UserRow | undefined> = ({ read }, id) => read.users.byId(id)
