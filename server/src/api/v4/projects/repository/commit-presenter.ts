import type { Forge } from '@forgefold/core/app'
import type { ProjectRow } from '@forgefold/core/domains/projects/project'
import {
  dated,
  gitTime,
  LONGEST_SHOWN,
  shownMessage,
  titleOf,
  trailersOf,
} from '@forgefold/core/domains/projects/repository'
import type { Commit, FilePatch, LineStats } from '@forgefold/core/ports'

/** The abbreviated id of a commit. */
const shortId = (id: string): string => id.slice(0, 8)

/** A commit in a list or inside another answer, or alone. `withTrailers` as requested. */
export const presentCommit = (
  forge: Forge,
  project: Pick<ProjectRow, 'fullPath'>,
  commit: Commit,
  withTrailers = false,
  longest: number = LONGEST_SHOWN.amongOthers,
) => {
  const message = shownMessage(commit.message, longest)
  return {
    id: commit.id,
    short_id: shortId(commit.id),
    created_at: gitTime(commit.committer),
    parent_ids: commit.parents,
    title: titleOf(message),
    message,
    author_name: commit.author.name,
    author_email: commit.author.email,
    authored_date: gitTime(commit.author),
    committer_name: commit.committer.name,
    committer_email: commit.committer.email,
    committed_date: gitTime(commit.committer),
    trailers: withTrailers ? trailersOf(message) : {},
    web_url: `${forge.instance.externalUrl}/${project.fullPath}/-/commit/${commit.id}`,
  }
}

/** A commit as the versions of merge requests keep it: without parents, its times in UTC (docs/reference/behaviour/git.md#commit-object). */
export const presentKeptCommit = (forge: Forge, project: Pick<ProjectRow, 'fullPath'>, commit: Commit) => {
  const committed = dated(commit.committer.seconds).toISOString()
  return {
    ...presentCommit(forge, project, commit),
    created_at: committed,
    authored_date: dated(commit.author.seconds).toISOString(),
    committed_date: committed,
    parent_ids: [],
  }
}

/** The line statistics of a commit. */
export const presentStats = ({ additions, deletions }: LineStats) => ({
  additions,
  deletions,
  total: additions + deletions,
})

const modeOf = (mode: string): string => (mode === '000000' ? '0' : mode)

/** A changed file with its diff (docs/reference/behaviour/git.md#changed-files). */
export const presentChange = (patch: FilePatch) => ({
  old_path: patch.oldPath,
  new_path: patch.newPath,
  a_mode: modeOf(patch.oldMode),
  b_mode: modeOf(patch.newMode),
  new_file: patch.kind === 'added',
  renamed_file: patch.oldPath !== patch.newPath,
  deleted_file: patch.kind === 'deleted',
  diff: patch.text,
})
