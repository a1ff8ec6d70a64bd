import { orRetry, type Reactor } from '../../../../app/reactors.js'
import { idOf } from '../../../../kernel/index.js'
import { mergeRequest } from '../decider.js'
import { checkMergeability } from '../use-cases/check.js'

/** A new version is checked for conflicts at once; a moved target only when somebody looks. */
export const checksReactor: Reactor = {
  name: 'merge-request-checks',
  filter: { categories: [mergeRequest.category], types: ['VersionRecorded'] },
  react: async (forge, stored) => {
    const checked = await checkMergeability(forge, Number(idOf(stored.stream)))
    orRetry(checked)
  },
}
