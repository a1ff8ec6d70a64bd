import * as E from 'fp-ts/lib/Either.js'
import type { AsyncQuery } from '../../../../app/forge.js'
import type { IssueRow } from '../../../planning/issue/queries.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { findMergeRequest, type MergeRequestRef } from '../access.js'
import { issuesClosedBy } from '../steps/closed-issues.js'

/** An issue that merging would close, as its list shows it, with its project's file count. */
export type ListedClosedIssue =
  | {
      readonly kind: 'internal'
      readonly issue: IssueRow
      readonly project: ProjectRow
      /** It is in the target project. */
      readonly isInTarget: boolean
      readonly changes: string | null
    }
  | { readonly kind: 'external'; readonly key: string }

/**
 * The issues that merging would close: those of the forge that the caller may read, then those of an external tracker.
 * Rejections: `NotFound` (Project), `RecordNotFound`, `Forbidden`.
 */
export const listClosedIssues: AsyncQuery<MergeRequestRef, ReadonlyArray<ListedClosedIssue>> = async (
  forge,
  { principal },
  ref,
) => {
  const found = findMergeRequest(forge, { principal }, { mergeRequest: ref, hiddenAs: 'refused' })
  if (E.isLeft(found)) return found
  const { row } = found.right
  const internal: Array<ListedClosedIssue> = []
  const external: Array<ListedClosedIssue> = []
  for (const closed of await issuesClosedBy(forge, principal, row)) {
    if (closed.kind === 'external') {
      external.push(closed)
      continue
    }
    const { issue } = closed
    const project = forge.read.projects.byId(issue.projectId)
    if (project === undefined) continue
    const isInTarget = project.id === row.targetProjectId
    internal.push({ kind: 'internal', issue, project, isInTarget, changes: row.version.realSize })
  }
  return E.right([...internal, ...external])
}
