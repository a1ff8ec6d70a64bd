import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { systemActor } from '../../../../kernel/envelope.js'
import type { Rejection } from '../../../../kernel/rejection.js'
import type { ObjectId } from '../../../../ports/git-objects.js'
import { branchRef } from '../../../projects/repository/refs.js'
import { signatureOf } from '../../../projects/repository/signature.js'
import { mergeRequest } from '../decider.js'
import type { Checked } from '../process-state.js'
import type { MergeRequestRow } from '../queries.js'
import { isUndecided } from '../rules/merge-status.js'
import { defaultMergeMessage, messageFacts } from './messages.js'
import { mergeRef } from './versions.js'

const systemContext = (forge: Forge): CommandContext => {
  const id = forge.ids.commandId()
  return { id, at: forge.clock.now(), actor: systemActor('mergeability'), correlationId: id }
}

/** Tries the merge and stores its result at `refs/merge-requests/:iid/merge`. */
const tryMerge = async (
  forge: Forge,
  row: MergeRequestRow,
  head: ObjectId,
  target: ObjectId,
): Promise<ObjectId | null> => {
  const project = forge.read.projects.byId(row.targetProjectId)
  const git = forge.git.of(row.targetProjectId)
  if (project === undefined || row.version.state === 'empty') return null
  const outcome = await git.merge(target, head)
  if (outcome.kind !== 'Merged') return null
  const at = forge.clock.now()
  const author = signatureOf(forge, row.authorId, at)
  const facts = await messageFacts(forge, project, row, { userId: row.authorId, at })
  const message = defaultMergeMessage(project, facts)
  const commit = { tree: outcome.tree, parents: [target, head], author, committer: author, message }
  const id = await git.writeCommit(commit)
  await git.updateRefs([{ ref: mergeRef(row.iid), to: id }])
  return id
}

/** Whether the last check was of these two heads. */
const isFresh = (row: MergeRequestRow, target: ObjectId | undefined): boolean =>
  !isUndecided(row.mergeStatus) && row.checkedTarget === (target ?? null)

const runCheck = async (forge: Forge, id: number): Promise<E.Either<Rejection, Checked>> => {
  const row = forge.read.mergeRequests.byId(id)
  if (row === undefined || row.status !== 'opened') return E.right({ mergeable: false, mergeRef: null })
  const git = forge.git.of(row.targetProjectId)
  const target = await git.ref(branchRef(row.targetBranch))
  const head = row.version.head as ObjectId | null
  if (isFresh(row, target))
    return E.right({ mergeable: row.mergeStatus === 'can_be_merged', mergeRef: row.mergeRef as ObjectId | null })
  const heads = { head, target: target ?? null }
  const started = await forge.aggregates.execute(
    mergeRequest,
    id,
    { type: 'StartCheck', ...heads },
    systemContext(forge),
  )
  if (E.isLeft(started)) return started
  const isGone = forge.read.repositories.ref(row.sourceProjectId, branchRef(row.sourceBranch)) === undefined
  const merged = head === null || target === undefined || isGone ? null : await tryMerge(forge, row, head, target)
  const finished = await forge.aggregates.execute(
    mergeRequest,
    id,
    { type: 'FinishCheck', mergeable: merged !== null, mergeRef: merged, ...heads },
    systemContext(forge),
  )
  return E.isLeft(finished) ? finished : E.right({ mergeable: merged !== null, mergeRef: merged })
}

/** Checks whether a merge request merges without conflicts, unless that is known; concurrent callers share one check. */
export const checkMergeability = (forge: Forge, id: number): Promise<E.Either<Rejection, Checked>> => {
  const running = forge.mergeRequestState.checks
  const known = running.get(id)
  if (known !== undefined) return known
  const check = runCheck(forge, id).finally(() => running.delete(id))
  running.set(id, check)
  return check
}
