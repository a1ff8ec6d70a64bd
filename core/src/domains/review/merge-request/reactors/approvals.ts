import { type Reactor, reaction } from '../../../../app/reactors.js'
import { idOf } from '../../../../kernel/index.js'
import { mergeRequest } from '../decider.js'
import { tryAutoMerge } from '../use-cases/merge.js'

const NAME = 'merge-request-approvals'

/** Merges what waits for its pipeline only in name: the pipeline has succeeded, and the approval that was missing is here now. */
export const approvalsReactor: Reactor = {
  name: NAME,
  filter: { categories: [mergeRequest.category], types: ['Approved'] },
  react: (forge, stored) => tryAutoMerge(forge, Number(idOf(stored.stream)), reaction(forge, NAME, stored)),
}
