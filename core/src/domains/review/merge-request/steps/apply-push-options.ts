import * as E from 'fp-ts/lib/Either.js'
import { UNRESTRICTED } from '../../../../access/index.js'
import type { Caller } from '../../../../app/caller.js'
import { RetryableError } from '../../../../app/reactors.js'
import { type Rejection, streamOf } from '../../../../kernel/index.js'
import { firstEventOf } from '../../../../ports/event-look-up.js'
import { branchRef } from '../../../projects/repository/refs.js'
import { mergeRequest } from '../decider.js'
import type { MergeRequestRow } from '../queries.js'
import { asDraft } from '../rules/draft.js'
import { optionProblems, refusalSentences } from '../rules/refused-options.js'
import { createMergeRequest } from '../use-cases/create.js'
import { updateMergeRequest } from '../use-cases/update.js'
import { canMerge } from './branches.js'
import { type PushedBranch, pushedAttributes, pushedText } from './pushed-branch.js'

type Result<A> = E.Either<ReadonlyArray<string>, A>

/** Refusals become sentences; where something was unavailable it is tried again. */
const told = <A>(done: E.Either<Rejection, A>): Result<A> => {
  if (E.isRight(done)) return done
  if (done.left.kind === 'Unavailable') throw new RetryableError(done.left.reason)
  return E.left(refusalSentences(done.left))
}

const callerFor = ({ principal, contextFor }: PushedBranch, purpose: string): Caller => ({
  principal,
  context: contextFor(purpose),
})

const openFrom = ({ forge, source, branch }: PushedBranch): ReadonlyArray<MergeRequestRow> =>
  forge.read.mergeRequests.rows(forge.read.mergeRequests.openFrom(source.id, branch))

/** Of so many earlier merge requests of a branch it is known whether the same push created them. */
const MAX_EARLIER = 5

/** Whether this push has created a merge request that is not open any more: a server may have died between the work and its checkpoint. */
const wasCreated = async ({ forge, event, target, source, branch }: PushedBranch): Promise<boolean> => {
  const filter = { projectId: target.id, sourceBranch: branch, orderBy: 'created_at', sort: 'desc' } as const
  const { mergeRequests } = forge.read
  const earlier = mergeRequests.list({ ...filter, visibleTo: UNRESTRICTED }, { page: 1, perPage: MAX_EARLIER })
  for (const row of mergeRequests.rows(earlier.rows.map(({ id }) => id))) {
    if (row.sourceProjectId !== source.id) continue
    const first = await firstEventOf(forge.events, streamOf(mergeRequest, row.id))
    if (E.isLeft(first)) throw new RetryableError(first.left.reason)
    if (first.right?.metadata.causationId === event) return true
  }
  return false
}

const create = async (pushed: PushedBranch, targetBranch: string): Promise<Result<MergeRequestRow | undefined>> => {
  const { source, target, branch, wanted } = pushed
  if (await wasCreated(pushed)) return E.right(undefined)
  const made = await createMergeRequest(pushed.forge, callerFor(pushed, 'create'), {
    project: source.id,
    targetProjectId: target.id,
    sourceBranch: branch,
    targetBranch,
    ...(await pushedText(pushed, targetBranch)),
    ...(wanted.labels.length === 0 ? {} : { labels: wanted.labels }),
    ...pushedAttributes(pushed, []),
  })
  if (E.isRight(made) || made.left.kind !== 'Conflict') return told(made)
  // Another server carries out the same options.
  const theirs = openFrom(pushed).find((row) => row.targetBranch === targetBranch)
  return theirs === undefined ? told(made) : E.right(theirs)
}

const update = async (pushed: PushedBranch, row: MergeRequestRow): Promise<Result<MergeRequestRow>> => {
  const { forge, wanted } = pushed
  const title = wanted.title ?? (wanted.draft ? row.title : undefined)
  const done = await updateMergeRequest(forge, callerFor(pushed, `update ${row.id}`), {
    mergeRequest: { project: row.targetProjectId, iid: row.iid },
    title: title !== undefined && wanted.draft ? asDraft(title, forge.instance.release) : title,
    description: wanted.description,
    targetBranch: wanted.target,
    addLabels: wanted.labels,
    removeLabels: wanted.withoutLabels,
    ...pushedAttributes(pushed, row.assigneeIds),
  })
  return told(done)
}

/** Sets auto-merge; the pipeline may not exist yet. */
const enableAutoMerge = async (pushed: PushedBranch, row: MergeRequestRow): Promise<Result<unknown>> => {
  const { forge, principal, head } = pushed
  if (!canMerge(forge, principal, row)) return E.right(undefined)
  const options = { shouldRemoveSourceBranch: null, squash: null, mergeCommitMessage: null, squashCommitMessage: null }
  const command = { type: 'EnableAutoMerge', by: principal.userId, sha: head, ...options } as const
  return told(await forge.aggregates.execute(mergeRequest, row.id, command, pushed.contextFor(`arm ${row.id}`)))
}

const isBranchOf = ({ forge, target }: PushedBranch, branch: string): boolean =>
  forge.read.repositories.ref(target.id, branchRef(branch)) !== undefined

const mergeRequestOf = async (pushed: PushedBranch): Promise<Result<MergeRequestRow | undefined>> => {
  const { target, branch, wanted } = pushed
  const { fullPath } = target
  if (target.features.mergeRequests === 'disabled') return E.left([optionProblems.disabled(fullPath)])
  if (wanted.target !== undefined && !isBranchOf(pushed, wanted.target))
    return E.left([optionProblems.noTarget(fullPath, wanted.target)])
  const targetBranch = wanted.target ?? target.defaultBranch ?? ''
  const open = openFrom(pushed)
  const known = open.find((row) => row.targetBranch === targetBranch) ?? open[0]
  if (known !== undefined) return update(pushed, known)
  if (!wanted.create) return E.left([optionProblems.notAsked(branch)])
  return isBranchOf(pushed, targetBranch)
    ? create(pushed, targetBranch)
    : E.left([optionProblems.noTarget(fullPath, targetBranch)])
}

const carryOut = async (pushed: PushedBranch): Promise<ReadonlyArray<string>> => {
  const found = await mergeRequestOf(pushed)
  if (E.isLeft(found)) return found.left
  if (found.right === undefined || !pushed.wanted.whenPipelineSucceeds) return []
  const armed = await enableAutoMerge(pushed, found.right)
  return E.isLeft(armed) ? armed.left : []
}

/**
 * Creates or changes the merge request of a pushed branch according to push options, once in this process, however often and early it is called;
 * what was wrong with the options (docs/reference/behaviour/git.md#push-options). Throws where something was unavailable: it may be called again.
 */
export const applyPushOptions = (pushed: PushedBranch): Promise<ReadonlyArray<string>> => {
  const { pushOptions } = pushed.forge.mergeRequestState
  const known = pushOptions.get(pushed.event)
  if (known !== undefined) return known
  const run = carryOut(pushed)
  pushOptions.set(pushed.event, run)
  run.catch(() => pushOptions.delete(pushed.event))
  return run
}
