import type { Forge } from '@forgefold/core/app'
import { branchRef } from '@forgefold/core/domains/projects/repository'
import type { MergeRequestRow } from '@forgefold/core/domains/review/merge-request'
import type { ObjectId } from '@forgefold/core/ports'

/** How many commits the target has that the source lacks; 0 where a branch is missing. */
export const divergedCommits = async (forge: Forge, row: MergeRequestRow): Promise<number> => {
  const git = forge.git.of(row.targetProjectId)
  const target = await git.ref(branchRef(row.targetBranch))
  const isThere = forge.read.repositories.ref(row.sourceProjectId, branchRef(row.sourceBranch)) !== undefined
  if (target === undefined || !isThere || row.version.head === null) return 0
  return git.count({ from: [target], not: [row.version.head as ObjectId] })
}
