import type { Forge } from '@forgefold/core/app'
import type { ProjectRow } from '@forgefold/core/domains/projects/project'
import { LONGEST_SHOWN, shownMessage, titleOf, trailersOf } from '@forgefold/core/domains/projects/repository'
import type { Commit, FilePatch, LineStats, Signature } from '@forgefold/core/ports'

const pad = (n: number): string => String(n).padStart(2, '0')

/** A commit may have any date; one outside of the calendar is shown as the epoch. */
const dated = (seconds: number): Date => {
  const at = new Date(seconds * 1000)
  return Number.isNaN(at.getTime()) ? new Date(0) : at
}

/** A moment in the time zone of the commit: `2021-09-20T11:50:22.000+02:00`. */
const gitTime = ({ seconds, offset }: Pick<Signature, 'seconds' | 'offset'>): string => {
  const at = dated(seconds + offset * 60)
  const distance = Math.abs(offset)
  const zone = `${offset < 0 ? '-' : '+'}${pad(Math.floor(distance / 60))}:${pad(distance % 60)}`
  return `${at.toISOString().slice(0, -1)}${zone}`
}

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
