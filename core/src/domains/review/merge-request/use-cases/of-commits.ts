import type { Forge, Lookup } from '../../../../app/forge.js'
import type { ObjectId } from '../../../../ports/git.js'
import type { MergeRequestRow } from '../queries.js'

const HEADS = 'refs/merge-requests/'
const HEAD = /^refs\/merge-requests\/(\d+)\/head$/

/** How many merge requests are examined, newest first: those after the commit contain it too. */
const MAX_MERGE_REQUESTS = 100

/** Whether the commit belongs to the merge request: to its newest version, and not to its start. Its ref may be ahead of the recorded version. */
const brings = async (
  forge: Forge,
  { version: { base, head }, targetProjectId }: MergeRequestRow,
  commit: ObjectId,
): Promise<boolean> => {
  const git = forge.git.of(targetProjectId)
  if (head === null || (head !== commit && !(await git.isAncestor(commit, head as ObjectId)))) return false
  return base === null || !(await git.isAncestor(commit, base as ObjectId))
}

/** A commit of a project. */
export interface ProjectCommit {
  readonly projectId: number
  readonly commit: ObjectId
}

/** The ids of the merge requests of a project that contain a commit, or were merged as it. */
export const mergeRequestsOfCommit: Lookup<ProjectCommit, Promise<ReadonlyArray<number>>> = async (
  forge,
  { projectId, commit },
) => {
  const { mergeRequests } = forge.read
  const found = new Set(mergeRequests.mergedAs(projectId, [commit]))
  const refs = await forge.git.of(projectId).refsContaining(commit, HEADS)
  const iids = refs.flatMap(({ name }) => HEAD.exec(name)?.[1] ?? []).map(Number)
  for (const iid of iids.sort((a, b) => b - a).slice(0, MAX_MERGE_REQUESTS)) {
    const row = mergeRequests.find(projectId, iid)
    if (row !== undefined && !found.has(row.id) && (await brings(forge, row, commit))) found.add(row.id)
  }
  return [...found]
}
