import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../app/caller.js'
import { type Reactor, reaction, valueOrRetry } from '../../../app/reactors.js'
import { idOf } from '../../../kernel/index.js'
import { principalOfUser } from '../../identity/user/use-cases/read.js'
import { repository } from '../../projects/repository/aggregate.js'
import { branchOf } from '../../projects/repository/refs.js'
import { stopWithJob } from './use-cases/stop.js'

const NAME = 'environments-of-deleted-branches'

/**
 * Stops environments whose last deployment was of a deleted branch, by their stop job, in the name of the user who deleted the branch
 * (docs/reference/behaviour/delivery.md#environments).
 */
export const environmentsOfDeletedBranches: Reactor = {
  name: NAME,
  filter: { categories: [repository.category], types: ['RefUpdated'] },
  react: async (forge, stored) => {
    const decoded = repository.events.decode(stored)
    if (E.isLeft(decoded) || decoded.right.type !== 'RefUpdated') return
    const { ref, to, by } = decoded.right.data
    const branch = branchOf(ref)
    const principal = by === null ? undefined : principalOfUser(forge, by)
    if (to !== null || branch === undefined || principal === undefined) return
    const projectId = Number(idOf(stored.stream))
    for (const id of forge.read.deployments.environmentsOn(projectId, branch)) {
      const caller: Caller = { principal, context: reaction(forge, NAME, stored, `${NAME} ${id}`) }
      valueOrRetry(await stopWithJob(forge, caller, { project: projectId, id }))
    }
  },
}
