import * as E from 'fp-ts/lib/Either.js'
import { type Reactor, reaction, valueOrRetry } from '../../../app/reactors.js'
import { idOf } from '../../../kernel/index.js'
import { project } from '../project/decider.js'
import { deployKey } from './aggregate.js'

const NAME = 'deploy-keys-of-deleted-projects'

/** Removes the deploy keys of a deleted project, so that the fingerprint of a key without another project becomes free. */
export const deployKeysOfDeletedProjects: Reactor = {
  name: NAME,
  filter: { categories: [project.category], types: ['ProjectDeleted'] },
  react: async (forge, stored) => {
    const projectId = Number(idOf(stored.stream))
    for (const id of forge.read.deployKeys.left(projectId)) {
      const context = reaction(forge, NAME, stored, `${NAME} ${id}`)
      const gone = await forge.aggregates.execute(deployKey, id, { type: 'Disable', projectId }, context)
      if (E.isLeft(gone) && gone.left.kind !== 'RecordNotFound') valueOrRetry(gone)
    }
  },
}
