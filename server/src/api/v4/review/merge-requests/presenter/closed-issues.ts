import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { findIssue } from '@forgefold/core/domains/planning/issue'
import type { ClosedIssue, MergeRequestRow } from '@forgefold/core/domains/review/merge-request'
import * as E from 'fp-ts/lib/Either.js'
import { presentIssue } from '../../../planning/issues/presenter.js'

/**
 * Issues that a merge would close: those of the forge that the caller may read, then those of another tracker (docs/reference/behaviour/review.md#issues-that-a-merge-closes).
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
    const row = forge.read.issues.byId(issue.issueId)
    const project = forge.read.projects.byId(issue.projectId)
    if (row === undefined || project === undefined) continue
    if (E.isLeft(findIssue(forge, principal, { project: project.id, iid: row.iid }))) continue
    const place = project.id === request.targetProjectId ? 'project' : 'elsewhere'
    const shown = await presentIssue(forge, project, row, { place, labelsDetails: false, visibleTo: principal })
    internal.push({ ...shown, changes_count: request.version.realSize })
  }
  return [...internal, ...external]
}
