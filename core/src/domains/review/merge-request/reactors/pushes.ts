import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../../app/forge.js'
import { type Reactor, reaction } from '../../../../app/reactors.js'
import { idOf, type StoredEvent } from '../../../../kernel/index.js'
import { repository } from '../../../projects/repository/aggregate.js'
import { branchOf } from '../../../projects/repository/refs.js'
import { mergeRequest } from '../decider.js'
import type { MergeRequestRow } from '../queries.js'
import { followSource, type MovedBranch } from '../steps/follow-source.js'
import { targetMoved } from './target-moved.js'

const NAME = 'merge-request-pushes'

const movedBranch = (forge: Forge, stored: StoredEvent): MovedBranch | undefined => {
  const decoded = repository.events.decode(stored)
  if (E.isLeft(decoded) || decoded.right.type !== 'RefUpdated') return undefined
  const { data } = decoded.right
  const branch = branchOf(data.ref)
  if (branch === undefined) return undefined
  const actor = stored.metadata.actor
  return {
    ...data,
    projectId: Number(idOf(stored.stream)),
    branch,
    contextFor: (id, purpose) => ({ ...reaction(forge, NAME, stored, `${NAME} ${id} ${purpose}`), actor }),
  }
}

/** The head of the recorded version: the work is usually done before the request that moved the branch was answered. */
const recordedHead = async (forge: Forge, row: MergeRequestRow): Promise<string | null | undefined> => {
  const loaded = await forge.aggregates.load(mergeRequest, row.id)
  return E.isRight(loaded) && loaded.right.state.kind === 'live' ? loaded.right.state.version?.head : undefined
}

/** The source branch of open merge requests was updated or deleted. */
const sourceMoved = async (forge: Forge, moved: MovedBranch): Promise<void> => {
  const rows = forge.read.mergeRequests.rows(forge.read.mergeRequests.openFrom(moved.projectId, moved.branch))
  for (const row of rows) await followSource(forge, row, { ...moved, recorded: await recordedHead(forge, row) })
}

/** What pushes do to merge requests: a new version, closing, being merged by hand (docs/reference/behaviour/review.md#effects-of-pushes). */
export const pushesReactor: Reactor = {
  name: NAME,
  filter: { categories: [repository.category], types: ['RefUpdated'] },
  react: async (forge, stored) => {
    const moved = movedBranch(forge, stored)
    if (moved === undefined) return
    await sourceMoved(forge, moved)
    await targetMoved(forge, moved)
  },
}
