import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { prefetchNumber } from '../../../../app/numbers.js'
import type { Rejection } from '../../../../kernel/index.js'
import { EMPTY_TREE, type ObjectId } from '../../../../ports/git.js'
import { collectPatches } from '../../../projects/repository/collect-patches.js'
import { diffLimits } from '../../../projects/repository/instance-rules.js'
import { branchRef } from '../../../projects/repository/refs.js'
import type { ApprovalsReset } from '../commands.js'
import { mergeRequest } from '../decider.js'
import type { MergeRequestRow } from '../queries.js'
import type { LiveMergeRequest } from '../state.js'
import type { Version } from '../version.js'
import { preventsCommitterApproval } from './approval-exclusions.js'
import { committersOf, realSize } from './changes.js'
import { codeOwnersOf } from './find-code-owners.js'

/** The refs that keep a merge request's commits in the target's repository. */
export const headRef = (iid: number): string => `refs/merge-requests/${iid}/head`
/** The ref with the result of merging the merge request, before the merge. */
export const mergeRef = (iid: number): string => `refs/merge-requests/${iid}/merge`

type Sides = Pick<LiveMergeRequest, 'iid' | 'sourceProjectId' | 'sourceBranch' | 'targetProjectId' | 'targetBranch'>

/** Fetches the source branch's head into the target's repository; undefined where the branch is missing. */
export const fetchHead = async (forge: Forge, sides: Sides): Promise<ObjectId | undefined> => {
  const target = forge.git.of(sides.targetProjectId)
  const from = branchRef(sides.sourceBranch)
  const to = headRef(sides.iid)
  if (sides.sourceProjectId !== sides.targetProjectId) {
    const came = await target.fetchFrom(sides.sourceProjectId, [{ from, to }])
    return came ? target.ref(to) : undefined
  }
  const head = await target.ref(from)
  if (head !== undefined) await target.updateRefs([{ ref: to, to: head }])
  return head
}

/** The counter of versions. */
export const VERSION_COUNTER = 'merge_request_version'

/**
 * Computes the present version from source and target: heads, merge base, size. Its commits are kept in the target's repository for good.
 *
 * Rejections: `Unavailable`.
 */
export const computeVersion = async (
  forge: Forge,
  sides: Sides,
  cause: Version['cause'],
  number: Promise<E.Either<Rejection, number>> = prefetchNumber(forge, VERSION_COUNTER),
): Promise<E.Either<Rejection, Version>> => {
  const git = forge.git.of(sides.targetProjectId)
  const head = await fetchHead(forge, sides)
  const start = await git.ref(branchRef(sides.targetBranch))
  const base = head === undefined || start === undefined ? undefined : await git.mergeBase(head, start)
  await git.keepAround([head, start, base].filter((id) => id !== undefined))
  const id = await number
  if (E.isLeft(id)) return id
  const refs = { id: id.right, head: head ?? null, base: base ?? null, start: start ?? null, cause }
  if (head === undefined || start === undefined) return E.right({ ...refs, state: 'empty', realSize: null, commits: 0 })
  const commits = await git.count({ from: [head], not: [start] })
  if (commits === 0) return E.right({ ...refs, state: 'empty', realSize: null, commits })
  const query = { from: base ?? EMPTY_TREE, to: head }
  const { patches, overflow } = await collectPatches(git, query, diffLimits(forge.settings.current()))
  const size = realSize(patches.length, overflow)
  const measured = { ...refs, state: overflow ? 'overflow' : 'collected', realSize: size, commits } as const
  const project = forge.read.projects.byId(sides.targetProjectId)
  if (project === undefined) return E.right(measured)
  const codeOwners = await codeOwnersOf(forge, project.id, { ...query, target: start })
  const committers = preventsCommitterApproval(forge, project)
    ? { committerIds: await committersOf(forge, project.id, measured) }
    : {}
  return E.right({ ...measured, ...committers, ...(codeOwners.length === 0 ? {} : { codeOwners }) })
}

/** Records the present version, where it has changed. */
export const refreshVersion = async (
  forge: Forge,
  row: MergeRequestRow,
  cause: Version['cause'],
  context: CommandContext,
  resets: ApprovalsReset = 'none',
): Promise<E.Either<Rejection, Version>> => {
  const version = await computeVersion(forge, row, cause)
  if (E.isLeft(version)) return version
  const command = { type: 'RecordVersion', version: version.right, resets } as const
  const done = await forge.aggregates.execute(mergeRequest, row.id, command, withNewCommandId(forge, context))
  return E.isLeft(done) ? done : version
}
