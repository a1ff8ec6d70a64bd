import type { Forge } from '../../../../app/forge.js'
import type { FollowedMove } from '../branch-followers.js'
import { branchOf } from '../refs.js'
import type { MovedRef } from './record-ref-updates.js'

/** Updates the merge requests of moved branches before the request is answered. The repository is no longer locked: others may update its refs meanwhile. */
export const followBranches = async (
  forge: Forge,
  { projectId, via, context }: Omit<FollowedMove, 'branches'>,
  moved: ReadonlyArray<MovedRef>,
): Promise<void> => {
  const branches = moved.flatMap(({ ref, ...how }) => {
    const branch = branchOf(ref)
    return branch === undefined ? [] : [{ ...how, branch }]
  })
  if (branches.length > 0) await forge.branchFollowers.follow({ projectId, branches, via, context })
}
