import * as E from 'fp-ts/lib/Either.js'
import type { Reactor } from '../../../../app/reactors.js'
import { idOf } from '../../../../kernel/index.js'
import { mergeRequest } from '../decider.js'
import { checkMergeability } from '../use-cases/check.js'

/** A new version is checked for conflicts at once; a moved target only when somebody looks. */
export const checksReactor: Reactor = {
  name: 'merge-request-checks',
  filter: { categories: [mergeRequest.category], types: ['VersionRecorded'] },
  react: async (forge, stored) => {
    const checked = await checkMergeability(forge, Number(idOf(stored.stream)))
    if (E.isLeft(checked) && checked.left.kind === 'Unavailable') throw new Error(checked.left.reason)
  },
}
