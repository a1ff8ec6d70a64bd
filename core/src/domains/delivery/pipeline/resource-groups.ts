import type { JobData, PipelineEvent } from './events.js'
import { jobsOfFile, type LivePipeline } from './state.js'

/** The resource group of a job: its key; its id in older histories. */
export type GroupOfJob = Pick<JobData, 'resourceGroup' | 'resourceGroupId'>

/** Whether the job needs a resource before it may start. */
export const needsResource = ({ resourceGroup, resourceGroupId }: GroupOfJob): boolean =>
  resourceGroup !== undefined || resourceGroupId !== undefined

/** The deletion of a pipeline, with the groups whose resource its jobs may have. */
export const deletionOf = (live: LivePipeline): PipelineEvent => {
  const { projectId } = live
  const jobs = jobsOfFile(live)
  const keys = [...new Set(jobs.flatMap(({ resourceGroup }) => resourceGroup ?? []))]
  const resourceGroupIds = [...new Set(jobs.flatMap(({ resourceGroupId }) => resourceGroupId ?? []))]
  return {
    type: 'PipelineDeleted',
    data: {
      ...(keys.length === 0 ? {} : { resourceGroups: { projectId, keys } }),
      ...(resourceGroupIds.length === 0 ? {} : { resourceGroupIds }),
    },
  }
}
