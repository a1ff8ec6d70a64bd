import type { Forge } from '../../../app/forge.js'
import type { Commit } from '../../../ports/git.js'
import type { MergeRequestRow } from '../merge-request/queries.js'

/** The merge request of each commit in a range, the newest commit first: the one whose merge commit it is, or whose merge added it beside the main line. */
export const mergeRequestsByCommit = (
  forge: Forge,
  projectId: number,
  commits: ReadonlyArray<Commit>,
): ReadonlyMap<string, MergeRequestRow> => {
  const { mergeRequests } = forge.read
  const known = new Map<string, Commit>(commits.map((commit) => [commit.id, commit]))
  const rows = mergeRequests.rows(mergeRequests.mergedAs(projectId, [...known.keys()]))
  const found = new Map<string, MergeRequestRow>()
  for (const row of rows) {
    const merged = row.mergeCommitSha ?? row.squashCommitSha ?? row.version.head
    if (merged !== null) found.set(merged, row)
  }
  const mainLine = new Set<string>()
  for (let at = commits[0]; at !== undefined; at = known.get(at.parents[0] ?? '')) mainLine.add(at.id)
  // The oldest merge first: its commits do not belong to later ones.
  for (const merge of commits.toReversed()) {
    const row = merge.parents.length > 1 ? found.get(merge.id) : undefined
    if (row === undefined) continue
    const left: Array<string> = merge.parents.slice(1)
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const commit = known.get(id)
      if (commit === undefined || mainLine.has(id) || found.has(id)) continue
      found.set(id, row)
      for (const parent of commit.parents) left.push(parent)
    }
  }
  return found
}
