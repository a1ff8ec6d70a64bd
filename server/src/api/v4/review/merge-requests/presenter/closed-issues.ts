import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import type { ClosedIssue, MergeRequestRow } from '@forgefold/core/domains/review/merge-request'
import { presentIssue } from '../../../planning/issues/presenter.js'

/**
 * Issues that a merge would close, as found for the caller: those of the forge, then those of another tracker (docs/reference/behaviour/review.md#issues-that-a-merge-closes).
 * With an issue goes the number of files that would change with it.
 */
export const presentClosedIssues = async (
  forge: Forge,
  principal: Principal,
  issues: ReadonlyArray<ClosedIssue>,
  request: Pick<MergeRequestRow, 'targetProjectId' | 'version'>,
): Promise<ReadonlyArray<object>> => {
  const internal: Array<object> = []
  const external: Array<object> = []
  for (const issue of issues) {
    if (issue.kind === 'external') {
      external.push({ id: issue.key, title: issue.key })
      continue
    }
    const row = issue.issue
    const project = forge.read.projects.byId(row.projectId)
    if (project === undefined) continue
    const place = project.id === request.targetProjectId ? 'project' : 'elsewhere'
    const shown = await presentIssue(forge, project, row, { place, labelsDetails: false, visibleTo: principal })
    internal.push({ ...shown, changes_count: request.version.realSize })
  }
  return [...internal, ...external]
}
