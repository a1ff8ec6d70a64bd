import type { Forge } from '../../../app/forge.js'
import { shownMessage, titleOf } from '../../projects/repository/commit-text.js'
import { branchOf, type RefChange, refChange, tagOf } from '../../projects/repository/refs.js'
import type { FeedPush } from './queries.js'

/** A push as feeds show it. */
export interface PushSummary extends RefChange {
  readonly commits: number
  /** Null for a push of many refs. */
  readonly ref: string | null
  readonly from: string | null
  readonly to: string | null
  /** The title of the newest commit; null where there is none. */
  readonly title: string | null
  /** How many refs a push of many changed; null for the push of a single ref. */
  readonly refs: number | null
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
  const { ref, from, to, refs } = push
  const change = refChange(push)
  if (refs !== null) return { ...change, commits: 0, title: null, ref: null, from: null, to: null, refs }
  const pushed = await pushedCommits(forge, projectId, push)
  return { ...change, ...pushed, ref: tagOf(ref) ?? branchOf(ref) ?? ref, from, to, refs }
}
