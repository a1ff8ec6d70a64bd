import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import type { ReservedName } from '../../../../kernel/index.js'
import { conflict, idOf, type Rejection, refuse, streamOf } from '../../../../kernel/index.js'
import { mergeRequest } from '../decider.js'
import type { LiveMergeRequest } from '../state.js'

/** What no two open merge requests may share. */
export type BranchPair = Pick<LiveMergeRequest, 'sourceProjectId' | 'sourceBranch' | 'targetProjectId' | 'targetBranch'>

const nameOf = (branches: BranchPair): ReservedName => ({
  kind: 'open_merge_request',
  name: [branches.sourceProjectId, branches.sourceBranch, branches.targetProjectId, branches.targetBranch].join('\0'),
})

const holdsPair = (live: LiveMergeRequest, branches: BranchPair): boolean =>
  (live.status === 'opened' || live.status === 'locked') && nameOf(live).name === nameOf(branches).name

const taken = (iid: number): Rejection =>
  conflict([`Another open merge request already exists for this source branch: !${iid}`])

/**
 * Takes the branches for a merge request. A holder that is not open in it any more (a crash came between its closing and the release) gives way.
 *
 * Rejections: `Conflict` naming the open one; `Unavailable`.
 */
export const takeBranchPair = async (
  forge: Forge,
  id: number,
  branches: BranchPair,
  context: CommandContext,
): Promise<E.Either<Rejection, void>> => {
  const name = nameOf(branches)
  const holder = streamOf(mergeRequest, id)
  for (let tries = 0; tries < 3; tries++) {
    const taking = await forge.reservations.take(name, holder, context)
    if (E.isRight(taking) || taking.left.kind !== 'Conflict') return taking
    const other = await forge.reservations.holder(name)
    if (E.isLeft(other)) return other
    if (other.right === undefined) continue
    const loaded = await forge.aggregates.load(mergeRequest, idOf(other.right))
    if (E.isLeft(loaded)) return loaded
    const { state } = loaded.right
    // Not there yet: it is being created at this moment.
    if (state.kind === 'none')
      return refuse(conflict(['Another open merge request already exists for this source branch']))
    if (state.kind === 'live' && holdsPair(state, branches)) return refuse(taken(state.iid))
    const released = await forge.reservations.release(name, other.right, context)
    if (E.isLeft(released)) return released
  }
  return refuse(conflict())
}

/** Gives the branches back; doing it twice does no harm. */
export const releaseBranchPair = (
  forge: Forge,
  id: number,
  branches: BranchPair,
  context: CommandContext,
): Promise<E.Either<Rejection, void>> =>
  forge.reservations.release(nameOf(branches), streamOf(mergeRequest, id), context)
