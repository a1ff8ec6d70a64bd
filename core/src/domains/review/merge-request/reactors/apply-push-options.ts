import * as E from 'fp-ts/lib/Either.js'
import { type Reactor, reaction } from '../../../../app/reactors.js'
import { idOf, userActor } from '../../../../kernel/index.js'
import type { ObjectId } from '../../../../ports/git.js'
import { principalOfUser } from '../../../identity/user/use-cases/read.js'
import { repository } from '../../../projects/repository/aggregate.js'
import { branchOf } from '../../../projects/repository/refs.js'
import { parseMergeRequestPushOptions } from '../rules/merge-request-push-options.js'
import { targetOfPush } from '../steps/answer-push.js'
import { applyPushOptions } from '../steps/apply-push-options.js'

const NAME = 'merge-request-push-options'

/** Carries out the push options of pushes that were interrupted before they were answered (docs/reference/behaviour/git.md#push-options). */
export const pushOptionsReactor: Reactor = {
  name: NAME,
  filter: { categories: [repository.category], types: ['RefUpdated'] },
  react: async (forge, stored) => {
    const decoded = repository.events.decode(stored)
    if (E.isLeft(decoded) || decoded.right.type !== 'RefUpdated') return
    const { ref, to, by, pushOptions = [] } = decoded.right.data
    const wanted = pushOptions.length === 0 ? undefined : parseMergeRequestPushOptions(pushOptions)
    const branch = branchOf(ref)
    const source = forge.read.projects.byId(Number(idOf(stored.stream)))
    const principal = by === null ? undefined : principalOfUser(forge, by)
    if (wanted === undefined || branch === undefined || to === null || source === undefined || principal === undefined)
      return
    if (branch === source.defaultBranch) return
    await applyPushOptions({
      forge,
      principal,
      event: stored.id,
      contextFor: (purpose) => ({
        ...reaction(forge, NAME, stored, `${NAME} ${purpose}`),
        actor: userActor(principal.userId),
      }),
      source,
      target: targetOfPush(forge, source),
      branch,
      head: to as ObjectId,
      wanted,
    })
  },
}
