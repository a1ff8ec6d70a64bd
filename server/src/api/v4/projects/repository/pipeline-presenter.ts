import type { Forge } from '@forgefold/core/app'
import { projectById } from '@forgefold/core/domains/projects/project'
import type { CommitPipeline } from '@forgefold/core/domains/projects/repository'

/** The path of the page of a pipeline, below the external URL. */
export const pipelinePath = (forge: Forge, row: Pick<CommitPipeline, 'id' | 'projectId'>): string =>
  `/${projectById(forge, row.projectId)?.fullPath ?? row.projectId}/-/pipelines/${row.id}`

/** A pipeline in a list (docs/reference/behaviour/delivery.md#pipeline-in-a-list). */
export const presentPipeline = (forge: Forge, row: CommitPipeline) => ({
  id: row.id,
  iid: row.iid,
  project_id: row.projectId,
  sha: row.sha,
  ref: row.ref,
  status: row.status,
  source: row.source,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
  web_url: forge.instance.externalUrl + pipelinePath(forge, row),
})
