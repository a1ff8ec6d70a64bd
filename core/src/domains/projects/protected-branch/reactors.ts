import * as E from 'fp-ts/lib/Either.js'
import { withNewCommandId } from '../../../app/command-context.js'
import { orRetry, type Reactor, reaction } from '../../../app/reactors.js'
import { idOf } from '../../../kernel/index.js'
import { project } from '../project/decider.js'
import { protectedBranch } from './aggregate.js'
import { defaultAccess } from './default-protection.js'
import { makeProtection } from './use-cases/make.js'

const NAME = 'default-branch-protection'

/** Protects the first branch of a new project, or leaves it open, as group or instance want it. */
export const defaultBranchReactor: Reactor = {
  name: NAME,
  filter: { categories: [project.category], types: ['DefaultBranchSet'] },
  react: async (forge, stored) => {
    const projectId = Number(idOf(stored.stream))
    const row = forge.read.projects.byId(projectId)
    if (row === undefined || row.defaultBranch === null || forge.read.protectedBranches.isSettled(projectId)) return
    const context = reaction(forge, NAME, stored)
    const levels = defaultAccess(forge, row)
    const by = (level: number) => [{ level, userId: null, groupId: null }]
    const made =
      levels === null
        ? await leaveOpen(projectId, row.defaultBranch)
        : await makeProtection(
            forge,
            {
              projectId,
              name: row.defaultBranch,
              push: by(levels.push),
              merge: by(levels.merge),
              unprotect: [],
              allowForcePush: false,
              codeOwnerApprovalRequired: false,
            },
            context,
          )
    orRetry<unknown>(made)

    async function leaveOpen(id: number, branch: string) {
      const next = await forge.numbers.next('protected_branch')
      if (E.isLeft(next)) return next
      const command = { type: 'LeaveOpen', projectId: id, branch } as const
      return forge.aggregates.execute(protectedBranch, next.right, command, withNewCommandId(forge, context))
    }
  },
}
