import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { retriedWithoutPause } from '../../../../app/retry.js'
import { userActor } from '../../../../kernel/envelope.js'
import type { Rejection } from '../../../../kernel/rejection.js'
import type { ObjectId } from '../../../../ports/git-objects.js'
import { principalOfUser } from '../../../identity/user/use-cases/read.js'
import { branchRef } from '../../../projects/repository/refs.js'
import { signatureOf } from '../../../projects/repository/signature.js'
import { moveRefs } from '../../../projects/repository/steps/move-refs.js'
import { rebaseTooLarge } from '../../../projects/repository/steps/size-limits.js'
import { mergeRequest } from '../decider.js'
import type { MergeRequestRow } from '../queries.js'
import { MERGE_ERRORS } from '../rules/merge-strategy.js'
import type { RebaseInProgress } from '../state.js'
import { canPushToSource } from './branches.js'
import { refreshVersion } from './versions.js'

/** The target's head, fetched into the source's repository where that is another. */
const onto = async (forge: Forge, row: MergeRequestRow): Promise<ObjectId | undefined> => {
  const target = branchRef(row.targetBranch)
  const git = forge.git.of(row.sourceProjectId)
  if (row.sourceProjectId === row.targetProjectId) return git.ref(target)
  const here = `refs/forgefold/rebase/${row.id}`
  return (await git.fetchFrom(row.targetProjectId, [{ from: target, to: here }])) ? git.ref(here) : undefined
}

/** One attempt; the left is the text of `merge_error`, `moved` that the source branch was updated meanwhile. */
const replay = async (
  forge: Forge,
  row: MergeRequestRow,
  rebase: RebaseInProgress,
  context: CommandContext,
): Promise<E.Either<string, 'done' | 'moved'>> => {
  const noRoom = await rebaseTooLarge(forge, row.sourceProjectId)
  if (noRoom !== undefined) return E.left(MERGE_ERRORS.rebaseHookRefused(noRoom.replace(/\.$/, '')))
  const git = forge.git.of(row.sourceProjectId)
  const ref = branchRef(row.sourceBranch)
  const [source, target] = await Promise.all([git.ref(ref), onto(forge, row)])
  if (source === undefined || target === undefined) return E.left(MERGE_ERRORS.rebaseFailed)
  const committer = signatureOf(forge, rebase.by, context.at)
  const outcome = await git.rebase({ source, onto: target, committer })
  if (outcome.kind !== 'Rebased') return E.left(MERGE_ERRORS.rebaseFailed)
  if (outcome.head === source) return E.right('done')
  const principal = principalOfUser(forge, rebase.by)
  if (principal === undefined || !canPushToSource(forge, principal, row))
    return E.left(MERGE_ERRORS.rebaseHookRefused('you may not push to the source branch'))
  const moved = await moveRefs(forge, {
    projectId: row.sourceProjectId,
    changes: [{ ref, from: source, to: outcome.head, forced: true }],
    via: 'rebase',
    skipCi: rebase.skipCi,
    context: withNewCommandId(forge, { ...context, actor: userActor(rebase.by) }),
  })
  if (E.isRight(moved)) return E.right('done')
  return moved.left.kind === 'Conflict' ? E.right('moved') : E.left(MERGE_ERRORS.rebaseFailed)
}

/** How often commits are replayed again because a branch was updated meanwhile. */
const ATTEMPTS = 3

const attempts = async (
  forge: Forge,
  row: MergeRequestRow,
  rebase: RebaseInProgress,
  context: CommandContext,
): Promise<E.Either<string, void>> => {
  try {
    const replayed = await retriedWithoutPause(ATTEMPTS, async (): Promise<E.Either<string, void> | undefined> => {
      const done = await replay(forge, row, rebase, context)
      if (E.isLeft(done)) return done
      return done.right === 'done' ? E.right(undefined) : undefined
    })
    return replayed ?? E.left(MERGE_ERRORS.rebaseFailed)
  } catch {
    return E.left(MERGE_ERRORS.rebaseFailed)
  }
}

/** Carries out a queued rebase. It can be repeated after a crash: a source that is on top of the target stays as it is. */
export const carryOutRebase = async (
  forge: Forge,
  id: number,
  context: CommandContext,
): Promise<E.Either<Rejection, void>> => {
  const loaded = await forge.aggregates.load(mergeRequest, id)
  if (E.isLeft(loaded)) return loaded
  const { state } = loaded.right
  const row = forge.read.mergeRequests.byId(id)
  if (state.kind !== 'live' || state.rebase === undefined || row === undefined) return E.right(undefined)
  const done = await attempts(forge, row, state.rebase, context)
  const execute = (command: Parameters<typeof mergeRequest.decide>[0]) =>
    forge.aggregates.execute(mergeRequest, id, command, withNewCommandId(forge, context))
  if (E.isLeft(done)) {
    const failed = await execute({ type: 'FailRebase', error: done.left })
    return E.isLeft(failed) ? failed : E.right(undefined)
  }
  // The version is recorded first: clients that see the rebase ended see its result.
  const version = await refreshVersion(forge, row, state.rebase.skipCi ? 'rebased_quietly' : 'rebased', context)
  if (E.isLeft(version)) return version
  const finished = await execute({ type: 'FinishRebase', head: version.right.head ?? state.rebase.head })
  return E.isLeft(finished) ? finished : E.right(undefined)
}
