import type { Forge } from '../../../app/forge.js'
import { shownMessage, titleOf } from '../../projects/repository/commit-text.js'
import { branchOf, tagOf } from '../../projects/repository/refs.js'
import type { FeedPush } from './queries.js'

/** A push as feeds show it. */
export interface PushSummary {
  readonly commits: number
  readonly action: 'created' | 'removed' | 'pushed'
  readonly refType: 'branch' | 'tag'
  readonly ref: string
  readonly from: string | null
  readonly to: string | null
  /** The title of the newest commit; null where there is none. */
  readonly title: string | null
}

/** The commits of a push: for a new branch those that the default branch lacks, for a tag its one commit. */
const pushedCommits = async (forge: Forge, projectId: number, { ref, to, base }: FeedPush) => {
  const git = forge.git.of(projectId)
  const head = to === null ? undefined : await git.resolve(to)
  const newest = head === undefined ? undefined : await git.commit(head)
  if (head === undefined || newest === undefined) return { commits: 0, title: null }
  const title = titleOf(shownMessage(newest.message))
  if (tagOf(ref) !== undefined) return { commits: 1, title }
  const not = base === null ? undefined : await git.resolve(base)
  return { commits: await git.count({ from: [head], ...(not === undefined ? {} : { not: [not] }) }), title }
}

/** The summary of a push, from the present repository. */
export const summarizePush = async (forge: Forge, projectId: number, push: FeedPush): Promise<PushSummary> => {
  const { ref, from, to } = push
  const tag = tagOf(ref)
  const action = from === null ? 'created' : to === null ? 'removed' : 'pushed'
  return {
    ...(await pushedCommits(forge, projectId, push)),
    from,
    to,
    action,
    refType: tag === undefined ? 'branch' : 'tag',
    ref: tag ?? branchOf(ref) ?? ref,
  }
}
