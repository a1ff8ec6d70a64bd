import * as E from 'fp-ts/lib/Either.js'
import type { SignedIn } from '../../../../access/principal.js'
import type { Caller } from '../../../../app/caller.js'
import type { Forge } from '../../../../app/forge.js'
import type { EventId } from '../../../../kernel/index.js'
import type { ObjectId } from '../../../../ports/git.js'
import { findIssue } from '../../../planning/issue/access.js'
import { milestoneTitled } from '../../../planning/milestone/facts.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { branchRef } from '../../../projects/repository/refs.js'
import { asDraft } from '../rules/draft.js'
import type { MergeRequestPushOptions } from '../rules/merge-request-push-options.js'
import { issueOfBranch, type ProposedText, proposedText } from '../rules/proposed-text.js'

/** A pushed branch with push options for its merge request. */
export interface PushedBranch {
  readonly forge: Forge
  readonly principal: SignedIn
  /** The event that recorded the push. */
  readonly event: EventId
  /** The context of the commands for one purpose. */
  readonly contextFor: (purpose: string) => Caller['context']
  readonly source: ProjectRow
  readonly target: ProjectRow
  readonly branch: string
  readonly head: ObjectId
  readonly wanted: MergeRequestPushOptions
}

/** Of so many commits the messages are looked at for a text. */
const MAX_COMMITS = 100

const userIdsOf = ({ forge }: PushedBranch, names: ReadonlyArray<string>): ReadonlyArray<number> =>
  names.flatMap((name) => {
    const user =
      forge.read.users.byUsername(name.replace(/^@/, '')) ??
      (/^\d+$/.test(name) ? forge.read.users.byId(Number(name)) : undefined)
    return user === undefined ? [] : [user.id]
  })

/** The attributes in the push options; `before`: the present assignees. */
export const pushedAttributes = (pushed: PushedBranch, before: ReadonlyArray<number>) => {
  const { forge, target, wanted } = pushed
  const [added, removed] = [userIdsOf(pushed, wanted.assignees), userIdsOf(pushed, wanted.withoutAssignees)]
  const milestone = wanted.milestone === undefined ? undefined : milestoneTitled(forge, target.id, wanted.milestone)
  return {
    ...(added.length + removed.length === 0
      ? {}
      : { assigneeIds: [...added, ...before].filter((id) => !removed.includes(id)) }),
    ...(milestone === undefined ? {} : { milestoneId: milestone.id }),
    ...(wanted.removeSourceBranch ? { removeSourceBranch: true } : {}),
    ...(wanted.squash ? { squash: true } : {}),
  }
}

/** The commits of the branch that are not in the target, newest first, as far as this repository knows the target. */
const ownCommits = async ({ forge, source, target, head }: PushedBranch, targetBranch: string) => {
  const git = forge.git.of(source.id)
  const known: Array<ObjectId> = []
  for (const { id } of new Set([target, source])) {
    const there = forge.read.repositories.ref(id, branchRef(targetBranch))
    // A fork may lack the newest commits of the project that it was forked from.
    if (there !== undefined && (await git.commit(there)) !== undefined) known.push(there)
  }
  return git.log({ from: [head], not: known, noMerges: true, limit: MAX_COMMITS })
}

/** Title and description of a new merge request into a branch; without commits of its own it is a draft. */
export const pushedText = async (pushed: PushedBranch, targetBranch: string): Promise<ProposedText> => {
  const { forge, principal, target, branch, wanted } = pushed
  const commits = await ownCommits(pushed, targetBranch)
  const iid = issueOfBranch(branch)
  const found = iid === undefined ? undefined : findIssue(forge, principal, { project: target.id, iid })
  const text = proposedText(wanted, {
    branch,
    messages: commits.map(({ message }) => message).reverse(),
    issue: found === undefined || E.isLeft(found) ? undefined : found.right.row,
    closes: target.autocloseReferencedIssues,
  })
  const draft = wanted.draft || commits.length === 0
  return draft ? { ...text, title: asDraft(text.title, forge.instance.release) } : text
}
