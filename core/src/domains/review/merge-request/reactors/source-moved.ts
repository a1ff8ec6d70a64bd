import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../../app/forge.js'
import { executeOrRetry } from '../../../../app/reactors.js'
import type { ObjectId } from '../../../../ports/git.js'
import { titleOf } from '../../../projects/repository/commit-text.js'
import { mergeRequest } from '../decider.js'
import type { MergeRequestRow } from '../queries.js'
import { announcesRewrite, asDraft } from '../rules/draft.js'
import { followSource, type MovedBranch } from '../steps/follow-source.js'

/** Commits that announce a rewrite make the merge request a draft. */
const draftFor = async (forge: Forge, row: MergeRequestRow, moved: MovedBranch): Promise<void> => {
  if (moved.to === null || moved.from === null || moved.via === 'rebase') return
  const range = { from: [moved.to as ObjectId], not: [moved.from as ObjectId], limit: 100 }
  const commits = await forge.git.of(row.sourceProjectId).log(range)
  if (!commits.some((commit) => announcesRewrite(titleOf(commit.message)))) return
  const title = asDraft(row.title, forge.instance.release)
  await executeOrRetry(
    forge,
    mergeRequest,
    row.id,
    { type: 'Change', changes: { title } },
    moved.contextFor(row.id, 'draft'),
  )
}

/** The head of the version that stands recorded: where the branch was moved over the API, what follows is done already. */
const recordedHead = async (forge: Forge, row: MergeRequestRow): Promise<string | null | undefined> => {
  const loaded = await forge.aggregates.load(mergeRequest, row.id)
  return E.isRight(loaded) && loaded.right.state.kind === 'live' ? loaded.right.state.version?.head : undefined
}

/** The source branch of open merge requests moved or is gone. */
export const sourceMoved = async (forge: Forge, moved: MovedBranch): Promise<void> => {
  const rows = forge.read.mergeRequests.rows(forge.read.mergeRequests.openFrom(moved.projectId, moved.branch))
  for (const row of rows) {
    await followSource(forge, row, { ...moved, recorded: await recordedHead(forge, row) })
    await draftFor(forge, row, moved)
  }
}
