import * as E from 'fp-ts/lib/Either.js'
import { type Reactor, reaction, valueOrRetry } from '../../../app/reactors.js'
import { idOf } from '../../../kernel/index.js'
import { mergeRequest } from '../../review/merge-request/decider.js'
import { mergeRequestEvents } from '../../review/merge-request/events.js'
import type { Version } from '../../review/merge-request/version.js'
import type { DiscussionCommand } from './commands.js'
import { discussion } from './decider.js'
import { type DiffRefs, hasRefs } from './position/index.js'
import { movedPosition } from './steps/positions.js'

const NAME = 'discussion-positions'

const refsOf = ({ base, start, head }: Version): DiffRefs | undefined =>
  base === null || start === null || head === null ? undefined : { baseSha: base, startSha: start, headSha: head }

/** Moves discussions of lines along with their lines from version to version. Where the line has changed they stay, and may be resolved automatically. */
const positionsReactor: Reactor = {
  name: NAME,
  filter: { categories: [mergeRequest.category], types: ['VersionRecorded'] },
  react: async (forge, stored) => {
    const decoded = mergeRequestEvents.decode(stored)
    if (E.isLeft(decoded) || decoded.right.type !== 'VersionRecorded') return
    const id = Number(idOf(stored.stream))
    const threads = forge.read.discussions.onLines(id)
    const row = threads.length === 0 ? undefined : forge.read.mergeRequests.byId(id)
    const before = row === undefined ? undefined : forge.read.mergeRequests.versionBefore(id, decoded.right.data.id)
    const [from, to] = [before === undefined ? undefined : refsOf(before), refsOf(decoded.right.data)]
    if (row === undefined || from === undefined || to === undefined) return
    const git = forge.git.of(row.targetProjectId)
    const resolves = forge.read.projects.byId(row.targetProjectId)?.resolveOutdatedDiffDiscussions === true
    for (const { id: discussionId, position } of threads) {
      if (!hasRefs(position, from)) continue
      const moved = await movedPosition(git, position, to)
      if (moved === undefined && !resolves) continue
      const context = reaction(forge, NAME, stored, `${NAME} ${discussionId}`)
      const command: DiscussionCommand =
        moved === undefined
          ? { type: 'Resolve', resolved: true, by: row.authorId }
          : { type: 'Move', from: position, to: moved }
      const done = await forge.aggregates.execute(discussion, discussionId, command, context)
      valueOrRetry(done)
    }
  },
}

/** The reactors of discussions. */
export const discussionReactors: ReadonlyArray<Reactor> = [positionsReactor]
