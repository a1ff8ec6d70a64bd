import { type Reactor, reaction, valueOrRetry } from '../../../app/reactors.js'
import { idOf } from '../../../kernel/index.js'
import { project } from '../project/decider.js'
import { protectFirstBranch } from './steps/protect-first-branch.js'

const NAME = 'default-branch-protection'

/** Protects the first branch of a new project, where the request that created it was interrupted. */
export const defaultBranchReactor: Reactor = {
  name: NAME,
  filter: { categories: [project.category], types: ['DefaultBranchSet'] },
  react: async (forge, stored) => {
    const row = forge.read.projects.byId(Number(idOf(stored.stream)))
    if (row === undefined || row.defaultBranch === null) return
    valueOrRetry(await protectFirstBranch(forge, row, row.defaultBranch, reaction(forge, NAME, stored)))
  },
}
